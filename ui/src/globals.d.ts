/** Said by `vite.config.ts`: whether `public/engine/boyi.wasm` is there. */
declare const __ENGINES__: boolean
