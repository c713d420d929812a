import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

/** `npm run widget`: the boards alone, in one file, for the Python package. */
export default defineConfig({
  plugins: [svelte({ compilerOptions: { css: 'injected' } })],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    target: 'es2022',
    lib: { entry: 'src/widget/widget.ts', formats: ['es'], fileName: () => 'board.js' },
    outDir: '../python/lib/boyi/static',
    emptyOutDir: true,
    reportCompressedSize: false,
  },
})
