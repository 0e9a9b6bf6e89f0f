import { describe, expect, it } from 'vitest'
import { bundleScript } from './bundleScript.js'
import { bundlePhone } from './phone/bundlePhone.js'

describe('bundleScript', () => {
  it('gives one script of what is imported, with the options it is given', async () => {
    const contents = `import { errorCodes } from '@latchkey/protocol/errors'\nself.told = [given, typeof errorCodes]\n`
    const script = await bundleScript({ contents, resolveDir: import.meta.dirname }, { define: { given: '"mark"' } })
    const self: { told?: unknown } = {}
    new Function('self', script)(self)
    expect(self.told).toEqual(['mark', 'object'])
    expect(script).not.toMatch(/\bimport\b/)
  })

  it('fails where there is nothing to bundle', async () => {
    await expect(bundleScript('/nowhere/at/all.ts')).rejects.toThrow('Could not resolve')
  })

  it('bundles the page of the phone wallet', async () => {
    const script = await bundlePhone()
    expect(script.length).toBeGreaterThan(10_000)
    expect(() => new Function(script)).not.toThrow()
  })
})
