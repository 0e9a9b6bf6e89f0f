import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSocials } from './createSocials.js'
import { readSocialsFile } from './readSocialsFile.js'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-socials-'))
let count = 0

function write(content: unknown): string {
  const path = join(folder, `${count++}.json`)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const client = { clientId: 'id', clientSecret: 'very secret' }

describe('the file of social logins', () => {
  it('names the providers that are offered, and no others', () => {
    const file = readSocialsFile(write({ discord: client, google: client }), { isLocal: false })
    expect(createSocials(file, { origin: 'https://w.example' }).names).toEqual(['google', 'discord'])
    expect(createSocials({}, { origin: 'https://w.example' }).names).toEqual([])
  })

  it.each([
    ['an unknown provider', { myspace: client }],
    ['a provider without its secret', { google: { clientId: 'id' } }],
    ['a secret where Apple has a key', { apple: client }],
    ['a misspelt name', { google: { ...client, clientID: 'x' } }],
    ['text that is no JSON', '{ "google": { "clientSecret": "very secret" '],
    ['nothing of use', []],
  ])('is refused with %s, and tells no secret', (_, content) => {
    const read = () => readSocialsFile(write(content), { isLocal: true })
    expect(read).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
    try {
      read()
    } catch (error) {
      expect(JSON.stringify(error) + String(error)).not.toContain('very secret')
    }
  })

  it('leads elsewhere without TLS in a local world alone', () => {
    const path = write({ google: { ...client, at: 'http://127.0.0.1:9/google' } })
    expect(readSocialsFile(path, { isLocal: true }).google).toMatchObject({ at: 'http://127.0.0.1:9/google' })
    expect(() => readSocialsFile(path, { isLocal: false })).toThrow('google.at must be an https URL')
  })

  it('is refused when it is not there', () => {
    expect(() => readSocialsFile(join(folder, 'none.json'), { isLocal: true })).toThrow('LATCHKEY_SOCIALS_FILE')
  })
})
