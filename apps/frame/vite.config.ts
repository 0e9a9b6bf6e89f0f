import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'
import { packWords } from './packWords.js'
import { writeRelease } from './writeRelease.js'

const root = fileURLToPath(new URL('.', import.meta.url))
// Each page beside this file is an entry; the server knows under which path it is served.
const pages = readdirSync(root).filter((name) => name.endsWith('.html'))
// The name of a file is its hash alone: what it holds never changes, so it may be kept for ever.
const output = {
  entryFileNames: 'f/[hash]/[name].js',
  chunkFileNames: 'f/[hash]/[name].js',
  comments: { annotation: false },
  assetFileNames: 'f/[hash]/[name][extname]',
}
// Each file more costs a head of its own, a request and what two files could have said once; so what is always loaded together is one
// file: what every page of the wallet needs at once, what each question to the person needs, and what each one of an EVM account does.
// The few lines of `dates`, which screens and approvals share, go with the first.
const codeSplitting = {
  includeDependenciesRecursively: false,
  groups: [
    {
      name: 'ground',
      test: /noble[\\/]hashes[\\/](_md|_u64|sha2|utils)\.js|node_modules[\\/]zod|protocol[\\/]src[\\/](caip|internal[\\/](bytes|origins|walletApi))\.ts|frame[\\/]src[\\/](settings|api[\\/]walletServerError|wallet[\\/](createClientKey|randomId)|dates)\.ts/,
    },
    {
      name: 'signIn',
      test: /frame[\\/]src[\\/](handlers[\\/](createMailSignIn|email|siwxText)|wallet[\\/](restore|signUp))\.ts/,
    },
    {
      name: 'ask',
      test: /frame[\\/]src[\\/](handlers[\\/](rpc|rpcCalls|watchReceivers|watchGrants|approveAndSign)|chains[\\/](createChainClient|createLocks|readReceivers|apiUrlOf)|signing[\\/](amounts|text|params|signingContext|lookAlikes))\.ts|protocol[\\/]src[\\/](rpc|internal[\\/](receivers|within))\.ts/,
    },
    {
      name: 'askEvm',
      test: /frame[\\/]src[\\/](handlers[\\/](bundle|rpcEvm)|chains[\\/]evmReads|signing[\\/]evm[\\/](evmParams|evmAddress|strangeAccount))\.ts|noble[\\/]hashes[\\/]sha3\.js/,
    },
  ],
}

export default defineConfig({
  root,
  base: '/',
  plugins: [packWords(), writeRelease(root)],
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
  worker: { format: 'es', plugins: () => [packWords()], rolldownOptions: { output } },
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
