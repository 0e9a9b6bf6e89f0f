import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build, defaultClientConditions, type InlineConfig, preview } from 'vite'
import { expect, it, onTestFinished } from 'vitest'
import { browserArgs, findBrowser } from '../tools/browser.mjs'

const page = readFileSync('docs/testing.md', 'utf8')
const [vitestExample = '', app = '', playwrightExample = ''] = [...page.matchAll(/^```tsx?\n([\s\S]*?)^```$/gm)].map(
  ([, code]) => code,
)

/** A folder beside the packages, or nothing that a file in it imports would be found. */
function makeFolder(): string {
  const folder = mkdtempSync(join('packages', 'react', 'example-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it.each(['jsdom', 'happy-dom'])('the example of docs/testing.md passes in %s as it stands', async (environment) => {
  const folder = makeFolder()
  writeFileSync(join(folder, 'app.test.tsx'), vitestExample.replace('jsdom', environment))
  const config = `export default { resolve: { conditions: ['@latchkey/source'] }, ssr: { resolve: { conditions: ['@latchkey/source'], externalConditions: ['@latchkey/source'] } } }`
  writeFileSync(join(folder, 'vitest.config.mjs'), config)
  const args = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--root', folder, '--reporter=json']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { numPassedTests, success } = JSON.parse(stdout.slice(stdout.indexOf('{')))
  expect({ numPassedTests, success }).toEqual({ numPassedTests: 1, success: true })
})

it('the app and the Playwright test of docs/testing.md pass as they stand', async () => {
  const folder = makeFolder()
  const files = {
    'App.tsx': app,
    'main.tsx': `import { createRoot } from 'react-dom/client'\nimport App from './App.js'\ncreateRoot(document.body.appendChild(document.createElement('div'))).render(<App />)\n`,
    'index.html': '<!doctype html><title>App</title><body><script type="module" src="./main.tsx"></script>',
    // The runner under the name that it has here.
    'app.spec.ts': playwrightExample.replace('@playwright/test', 'playwright/test'),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const options: InlineConfig = {
    root: resolve(folder),
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@latchkey/source', ...defaultClientConditions], dedupe: ['react', 'react-dom'] },
    preview: { host: '127.0.0.1', port: 0 },
  }
  await build(options)
  const server = await preview(options)
  onTestFinished(() => server.close())
  const { port } = server.httpServer.address() as AddressInfo
  const browser = await findBrowser({ install: false })
  const use = {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { executablePath: browser?.path, args: browserArgs },
  }
  const config = { testDir: '.', timeout: 120_000, expect: { timeout: 60_000 }, use }
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}\n`)
  const args = [resolve('node_modules/playwright/cli.js'), 'test', '--reporter=json']
  const run = promisify(execFile)(process.execPath, args, { cwd: folder })
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  const { stats, errors, suites } = JSON.parse(stdout)
  expect(stats, JSON.stringify({ errors, suites }, undefined, 1)).toMatchObject({
    expected: 1,
    unexpected: 0,
    flaky: 0,
  })
})
