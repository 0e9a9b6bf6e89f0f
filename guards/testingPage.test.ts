import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const page = readFileSync('docs/testing.md', 'utf8')
const [example = ''] = [...page.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, code]) => code)

it.each(['jsdom', 'happy-dom'])('the example of docs/testing.md passes in %s as it stands', async (environment) => {
  // Beside the packages, or nothing that it imports would be found.
  const folder = mkdtempSync(join('packages', 'react', 'example-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'app.test.tsx'), example.replace('jsdom', environment))
  const config = `export default { resolve: { conditions: ['@latchkey/source'] }, ssr: { resolve: { conditions: ['@latchkey/source'], externalConditions: ['@latchkey/source'] } } }`
  writeFileSync(join(folder, 'vitest.config.mjs'), config)
  const args = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--root', folder, '--reporter=json']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const { numPassedTests, success } = JSON.parse(stdout.slice(stdout.indexOf('{')))
  expect({ numPassedTests, success }).toEqual({ numPassedTests: 1, success: true })
})
