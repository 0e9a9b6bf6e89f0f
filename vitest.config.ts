import { existsSync, readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { mutation } from './mutants/mutate.mjs'
import { browserArgs, findBrowser } from './tools/browser.mjs'
import { keptChains } from './tools/keptChains.mjs'

// What the tests start inherits it.
process.env.LATCHKEY_KEPT_CHAINS ??= keptChains()

// Workspace packages are read from their sources; strangers read dist.
const source = '@latchkey/source'
const resolve = { conditions: [source, ...defaultClientConditions] }
const serverConditions = [source, ...defaultServerConditions]
const ssr = { resolve: { conditions: serverConditions, externalConditions: [source] } }
// A busy machine takes its time: a wait ends when what it waits for is there, and is given up only when nothing will come.
const timeouts = { expect: { poll: { timeout: 15_000 } }, testTimeout: 120_000, hookTimeout: 180_000 }
// Global set-ups run in an environment of their own, which does not take the conditions of the others.
const environments = { __vitest__: { resolve: { conditions: serverConditions, externalConditions: [source] } } }

const browserTests = '*.browser.test.{ts,tsx}'
// The frame's cryptography, in the versions that are its own.
const frameDeps = [
  '@noble/ciphers/aes.js',
  '@noble/ciphers/chacha.js',
  '@noble/curves/ed25519.js',
  '@noble/curves/secp256k1.js',
  '@noble/hashes/hkdf.js',
  '@noble/hashes/hmac.js',
  '@noble/hashes/legacy.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/sha3.js',
  '@noble/hashes/utils.js',
  '@scure/base',
  '@scure/bip32',
  '@scure/bip39',
  '@scure/bip39/wordlists/english.js',
  '@scure/btc-signer',
]
// What the client of the wallet-connection protocol is made of, in versions of its own too.
const pairingDeps = [
  '@noble/ciphers/chacha.js',
  '@noble/curves/abstract/modular.js',
  '@noble/curves/abstract/montgomery.js',
  '@noble/curves/ed25519.js',
  '@noble/hashes/hkdf.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
]
// What core and the connectors load for other families, in their versions.
const familyDeps = [
  '@noble/curves/ed25519.js',
  '@noble/curves/secp256k1.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/sha3.js',
  '@noble/hashes/utils.js',
  '@scure/base',
  '@solana/kit',
]
// What Bitcoin loads.
const bitcoinDeps = [
  '@noble/curves/secp256k1.js',
  '@noble/hashes/legacy.js',
  '@noble/hashes/sha2.js',
  '@scure/base',
  '@scure/btc-signer',
  '@scure/btc-signer/utils.js',
]
// What Polkadot loads.
const polkadotDeps = ['@noble/curves/ed25519.js', '@noble/hashes/blake2.js', '@scure/base', '@scure/sr25519']
// The test wallet's families.
const walletDeps = [
  '@noble/curves/ed25519.js',
  '@noble/curves/secp256k1.js',
  '@noble/hashes/blake2.js',
  '@noble/hashes/legacy.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/utils.js',
  '@scure/base',
  '@scure/bip32',
  '@scure/btc-signer',
  '@scure/sr25519',
  '@solana/kit',
  '@wallet-standard/app',
]
const setupFiles = ['tools/seed.mjs', 'tools/timeouts.mjs']
/** What runs before each test file that has a database. */
export const overDatabase = [...setupFiles, 'apps/server/test/keepCluster.ts']
const hasJourneys =
  existsSync('e2e') && readdirSync('e2e', { recursive: true }).some((file) => /\.test\.ts$/.test(String(file)))

/** A project whose tests run in Node. */
export function inNode(
  name: string,
  folder: string,
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  return {
    resolve,
    ssr,
    environments,
    plugins: process.env.LATCHKEY_MUTANT === undefined ? [] : [mutation()],
    test: {
      name,
      environment: 'node',
      include: [`${folder}/**/*.test.ts`],
      exclude: [`**/${browserTests}`, '**/node_modules/**', '**/dist/**'],
      setupFiles,
      ...timeouts,
      ...options,
    },
  }
}

export default defineConfig(async () => {
  const browser = await findBrowser({ install: false })
  const projects: TestProjectInlineConfiguration[] = [
    // Nothing here is kept outside of what a test makes, so that files can share a process: core needs a third of the CPU time.
    inNode('protocol', 'packages/protocol/src', { isolate: false }),
    inNode('core', 'packages/core/src', { isolate: false }),
    inNode('bitcoin', 'packages/bitcoin/src', { isolate: false }),
    inNode('polkadot', 'packages/polkadot/src', { isolate: false }),
    inNode('cosmos', 'packages/cosmos/src', { isolate: false }),
    inNode('solana', 'packages/solana/src', { isolate: false }),
    inNode('connectors', 'packages/connectors/src', { isolate: false }),
    inNode('server', 'apps/server/src', { setupFiles: overDatabase, isolate: false }),
    inNode('frame', 'apps/frame/src', { setupFiles: overDatabase, isolate: false }),
    inNode('devnet', 'apps/devnet/src', { isolate: false }),
    inNode('guards', '{guards,tools}'),
    // It waits for many short runs of other tests.
    inNode('mutants', 'mutants', { hookTimeout: 1_800_000 }),
    inNode('deep', 'deep', {
      setupFiles: overDatabase,
      fileParallelism: false,
      testTimeout: process.env.LATCHKEY_DEEP === '1' || process.env.LATCHKEY_ROUNDS ? 12 * 3_600_000 : 300_000,
    }),
    {
      ...inNode('react-node', 'packages/react/src', {
        include: ['packages/react/src/**/*.node.test.{ts,tsx}', 'apps/web/src/**/*.node.test.{ts,tsx}'],
      }),
      plugins: [react()],
    },
    {
      plugins: [react()],
      resolve: { ...resolve, dedupe: ['react', 'react-dom', '@tanstack/react-query'] },
      // What Vite finds only on the way makes it reload the page in the middle of a test.
      optimizeDeps: {
        include: [
          '@tanstack/react-query',
          '@wagmi/core',
          'axe-core',
          'blo',
          'jsqr',
          'preact',
          'preact/hooks',
          'preact/jsx-dev-runtime',
          'qr/decode.js',
          'react',
          'react-dom',
          'react-dom/client',
          'react-dom/server',
          'react/jsx-dev-runtime',
          'react/jsx-runtime',
          'uqr',
          'viem',
          'viem/accounts',
          'viem/actions',
          'viem/chains',
          'viem/utils',
          'vitest-browser-react',
          'zod/mini',
          ...frameDeps.map((name) => `@latchkey/frame > ${name}`),
          ...pairingDeps.map((name) => `@latchkey/connectors > ${name}`),
          ...familyDeps.map((name) => `@latchkey/core > ${name}`),
          '@latchkey/connectors > @scure/base',
          '@latchkey/protocol > @noble/hashes/blake2.js',
          '@latchkey/protocol > @noble/hashes/sha2.js',
          '@latchkey/protocol > @scure/base',
          ...bitcoinDeps.map((name) => `@latchkey/bitcoin > ${name}`),
          ...polkadotDeps.map((name) => `@latchkey/polkadot > ${name}`),
          ...['@noble/hashes/legacy.js', '@noble/hashes/sha2.js', '@scure/base'].map(
            (name) => `@latchkey/cosmos > ${name}`,
          ),
          ...['@noble/curves/ed25519.js', '@scure/base', '@solana/kit'].map((name) => `@latchkey/solana > ${name}`),
          ...walletDeps.map((name) => `@latchkey/devnet > ${name}`),
        ],
      },
      test: {
        name: 'react',
        include: [
          'packages/react/src/**/*.test.{ts,tsx}',
          'apps/web/src/**/*.test.{ts,tsx}',
          `packages/{core,connectors}/src/**/${browserTests}`,
          `apps/{frame,devnet}/src/**/${browserTests}`,
        ],
        exclude: ['**/*.node.test.{ts,tsx}', '**/node_modules/**', '**/dist/**'],
        setupFiles: ['tools/timeouts.mjs'],
        ...timeouts,
        // Three pages of one browser, also where there are only two cores: a test waits for half of its time. Vitest takes the
        // number from here alone, and wants projects with another number in a group of their own.
        maxWorkers: process.argv.includes('--no-file-parallelism') ? 1 : 3,
        sequence: { groupOrder: 1 },
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({
            launchOptions: { ...(browser ? { executablePath: browser.path } : {}), args: browserArgs },
          }),
          instances: [{ browser: 'chromium' }],
        },
      },
    },
  ]
  if (hasJourneys) {
    projects.push(
      inNode('e2e', 'e2e', {
        globalSetup: existsSync('e2e/setup.ts') ? ['e2e/setup.ts'] : [],
        fileParallelism: false,
        sequence: { groupOrder: 2 },
        isolate: false,
        testTimeout: 300_000,
        hookTimeout: 300_000,
      }),
    )
  }
  // Not part of `npm test`: see tools/engines.mjs.
  projects.push(
    inNode('engines', 'engines', {
      globalSetup: ['e2e/setup.ts'],
      fileParallelism: false,
      testTimeout: 300_000,
      hookTimeout: 300_000,
      // As in tools/test.mjs: what fails three times on a busy machine fails.
      retry: process.env.CI ? 2 : 0,
    }),
  )
  return {
    test: {
      reporters: ['default', './tools/reporter.mjs'],
      // A busy machine starts a browser slowly too; Vitest looks for this here and not in the project.
      browser: { connectTimeout: 180_000 },
      projects,
      // The reference client of other people answers a session's end after it forgot the session, and its timers outlive the test;
      // nobody can catch either.
      onUnhandledError: ({ message, stack }: { message: string; stack?: string | undefined }) =>
        !(
          /^$|Record was recently deleted - session|No matching key/.test(message) &&
          stack?.includes('@walletconnect') === true
        ),
    },
  }
})
