import { existsSync, readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions, defaultServerConditions } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { browserArgs, findBrowser } from './tools/browser.mjs'

// Workspace packages are read from their sources; strangers read dist.
const source = '@latchkey/source'
const resolve = { conditions: [source, ...defaultClientConditions] }
const serverConditions = [source, ...defaultServerConditions]
const ssr = { resolve: { conditions: serverConditions, externalConditions: [source] } }
// Global set-ups run in an environment of their own, which does not take the conditions of the others.
const environments = { __vitest__: { resolve: { conditions: serverConditions, externalConditions: [source] } } }

const browserTests = '*.browser.test.{ts,tsx}'
const hasJourneys =
  existsSync('e2e') && readdirSync('e2e', { recursive: true }).some((file) => /\.test\.ts$/.test(String(file)))

function inNode(
  name: string,
  folder: string,
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  return {
    resolve,
    ssr,
    environments,
    test: {
      name,
      environment: 'node',
      include: [`${folder}/**/*.test.ts`],
      exclude: [`**/${browserTests}`, '**/node_modules/**', '**/dist/**'],
      setupFiles: ['tools/seed.mjs'],
      testTimeout: 20_000,
      hookTimeout: 60_000,
      ...options,
    },
  }
}

export default defineConfig(async () => {
  const browser = await findBrowser({ install: false })
  const projects: TestProjectInlineConfiguration[] = [
    inNode('protocol', 'packages/protocol/src'),
    inNode('core', 'packages/core/src'),
    inNode('connectors', 'packages/connectors/src'),
    inNode('server', 'apps/server/src'),
    inNode('frame', 'apps/frame/src'),
    inNode('devnet', 'packages/devnet/src', { testTimeout: 60_000 }),
    inNode('guards', '{guards,tools}', { testTimeout: 60_000 }),
    inNode('deep', 'deep', {
      fileParallelism: false,
      testTimeout: process.env.LATCHKEY_DEEP === '1' ? 12 * 3_600_000 : 120_000,
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
        ],
      },
      test: {
        name: 'react',
        include: [
          'packages/react/src/**/*.test.{ts,tsx}',
          'apps/web/src/**/*.test.{ts,tsx}',
          `packages/{core,connectors,devnet}/src/**/${browserTests}`,
        ],
        exclude: ['**/*.node.test.{ts,tsx}', '**/node_modules/**', '**/dist/**'],
        testTimeout: 20_000,
        hookTimeout: 60_000,
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
        testTimeout: 120_000,
        hookTimeout: 180_000,
      }),
    )
  }
  return { test: { reporters: ['default', './tools/reporter.mjs'], projects } }
})
