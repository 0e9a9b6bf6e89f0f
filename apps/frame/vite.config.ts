import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'
import { writeRelease } from './writeRelease.js'

const root = fileURLToPath(new URL('.', import.meta.url))
// Each page beside this file is an entry; the server knows under which path it is served.
const pages = readdirSync(root).filter((name) => name.endsWith('.html'))
// The name of a file is its hash alone: what it holds never changes, so it may be kept for ever.
const output = {
  entryFileNames: 'f/[hash]/[name].js',
  chunkFileNames: 'f/[hash]/[name].js',
  assetFileNames: 'f/[hash]/[name][extname]',
}
// What every page of the wallet needs at once is one file: each more costs a head of its own, and a budget that is felt.
const codeSplitting = {
  groups: [{ name: 'ground', test: /noble[\\/]hashes[\\/](_md|_u64|sha2|utils)\.js|protocol[\\/]src[\\/]bytes\.ts/ }],
}

export default defineConfig({
  root,
  base: '/',
  plugins: [writeRelease(root)],
  // A file of settings beside the sources would make other bytes of them.
  envDir: false,
  resolve: {
    // Workspace packages are read from their sources; strangers read dist.
    conditions: ['@latchkey/source', ...defaultClientConditions],
    // Each package brings a copy of the same version of its own; one is enough.
    dedupe: ['@noble/ciphers', '@noble/curves', '@noble/hashes', '@scure/base'],
  },
  // Whatever started the build: places in the sources are for nobody who is served the page.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
  worker: { format: 'es', rolldownOptions: { output } },
  build: {
    outDir: 'dist/site',
    // The styles need nothing younger than nested rules: a rewriting for older browsers only makes them larger.
    cssTarget: ['chrome123', 'firefox125', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The page's policy lets no data: script or stylesheet through; files are files.
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: { input: pages.map((name) => `${root}${name}`), output: { ...output, codeSplitting } },
  },
})
