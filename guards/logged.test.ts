import { describe, expect, it } from 'vitest'
import { readSource, sourceFiles } from './imports.js'
import { rawErrors } from './logged.js'

const folder = 'apps/server/src'

describe('the log of the server', () => {
  it('is told of no error with the values that a database was given', () => {
    const found = sourceFiles(folder, 'source').flatMap((path) =>
      rawErrors(readSource(folder, path)).map((line) => `${folder}/${path}:${line}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    'log.error({ err: error }, "It failed")',
    'catch((err: unknown) => log.warn({ err }, "It failed"))',
    'log.error({ reason: error instanceof Error ? error.message : "unknown" }, "It failed")',
    'log.error({ err: String(error) }, "It failed")',
    'try {} catch (problem) { log.info({ problem }, "It failed") }',
    `log.warn(\`It failed: \${error}\`)`,
    'log.warn(\n  { chain, cause },\n  "It failed",\n)',
    'log.error({ requestId, err: withoutValues(error), more: error }, "It failed")',
    'console.error(error)',
    'process.stderr.write(String(refusal))',
  ])('behavior: finds %s', (text) => {
    expect(rawErrors(text)).toHaveLength(1)
  })

  it.each([
    'log.error({ requestId, err: withoutValues(error) }, "A call failed: the reason is (inside)")',
    'log.warn({ reason: reasonOf(error) }, "It failed")',
    'log.warn({ reason: error instanceof LatchkeyError ? error.code : "unknown" }, "It failed")',
    'log.error({ reason: (error as { code?: unknown }).code }, "It failed")',
    'catch((error: unknown) => { throw error })',
    'log.info({ wallets: wallets.length }, "The error file was read")',
  ])('behavior: lets through %s', (text) => {
    expect(rawErrors(text)).toEqual([])
  })
})
