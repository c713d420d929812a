import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type Plugin } from 'vite'

/** Made by `cargo xtask wasm`; the page is whole without it. */
const engines = existsSync(new URL('public/engine/boyi.wasm', import.meta.url))

/** Writes `.br` and `.gz` beside every text file, which the server sends as they are. */
function compressed(): Plugin {
  let folder = 'dist'
  const walk = (at: string): string[] =>
    readdirSync(at).flatMap((name) => {
      const path = join(at, name)
      return statSync(path).isDirectory() ? walk(path) : [path]
    })
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => void (folder = config.build.outDir),
    closeBundle() {
      for (const path of walk(folder).filter((path) => /\.(js|css|html|svg|wasm)$/.test(path))) {
        const text = readFileSync(path)
        writeFileSync(`${path}.br`, brotliCompressSync(text))
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
      }
    },
  }
}

export default defineConfig({
  plugins: [svelte(), compressed()],
  define: { __ENGINES__: JSON.stringify(engines) },
  // Scripts and styles find each other wherever the page lies; `boyi page` does the same for the page itself.
  experimental: {
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  worker: { format: 'es' },
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0, reportCompressedSize: false },
  // `npm run dev` beside `boyi serve`.
  server: {
    proxy: {
      '/api': {
        target: 'http://127.0.0.1:7878',
        ws: true,
        changeOrigin: true,
        headers: { origin: 'http://127.0.0.1:7878' },
      },
    },
  },
})
