import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte()],
  define: { __ENGINES__: 'false' },
  test: { include: ['src/**/*.test.ts'], setupFiles: ['src/unit.setup.ts'] },
})
