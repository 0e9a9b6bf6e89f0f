import { describe, expect, it } from 'vitest'
import { startTestServer } from '../test/startTestServer.js'
import { readEnv } from './env.js'
import { isLocalMode } from './isLocalMode.js'

const modeOf = (settings: Record<string, string>) => isLocalMode(readEnv(settings))

describe('local mode', () => {
  it.each([
    {},
    { HOST: 'localhost' },
    { HOST: '0.0.0.0', LATCHKEY_MODE: 'local' },
    {
      LATCHKEY_WALLET_ORIGIN: 'http://localhost:4402',
      LATCHKEY_WALLET_SITES: 'http://127.0.0.1:*, https://*.localhost',
    },
    { LATCHKEY_PUBLIC_URL: 'http://[::1]:3080', LATCHKEY_RELAY_URLS: 'ws://127.0.0.1:4401/relay' },
  ])('is on for %o', (settings) => {
    expect(modeOf(settings)).toBe(true)
  })

  it.each([{ HOST: '0.0.0.0' }, { LATCHKEY_MODE: 'production', LATCHKEY_WALLET_ORIGIN: 'https://wallet.example.com' }])(
    'is off for %o',
    (settings) => {
      expect(modeOf(settings)).toBe(false)
    },
  )

  it.each([
    ['LATCHKEY_WALLET_ORIGIN', 'https://wallet.example.com'],
    ['LATCHKEY_WALLET_ORIGIN', 'http://10.0.0.2'],
    ['LATCHKEY_WALLET_SITES', 'http://localhost:*,https://app.example.com'],
    ['LATCHKEY_WALLET_SITES', '*.example.com'],
    ['LATCHKEY_WALLET_SITES', 'https://localhost.example.com'],
    ['LATCHKEY_WALLET_SITES', '127.0.0.1.example.com'],
    ['LATCHKEY_WALLET_TRUSTED_SITES', 'https://app.example.com'],
    ['LATCHKEY_PUBLIC_URL', 'https://api.example.com'],
    ['LATCHKEY_RELAY_URLS', 'wss://api.example.com'],
    ['LATCHKEY_RELAY_SITES', 'https://app.example.com'],
  ])('is refused with %s %s', (name, value) => {
    for (const mode of [{}, { LATCHKEY_MODE: 'local' }])
      expect(() => modeOf({ ...mode, [name]: value })).toThrow(
        expect.objectContaining({
          code: 'INVALID_CONFIG',
          message: expect.stringMatching(new RegExp(`^${name} names .+ Set LATCHKEY_MODE=production\\.`)),
        }),
      )
  })

  it('is needed to answer without a public URL', async () => {
    const env = { LATCHKEY_MODE: 'production', LATCHKEY_PUBLIC_URL: '' }
    // The wallet's pages are served by `auth`, and would ask this machine's own 127.0.0.1 for chains.
    for (const role of ['data', 'auth'] as const)
      await expect(startTestServer({ env, roles: [role] })).rejects.toMatchObject({
        code: 'INVALID_CONFIG',
        message: expect.stringContaining('LATCHKEY_PUBLIC_URL must be set'),
      })
  })

  it('stops the start behind a proxy with a public wallet origin', async () => {
    const env = {
      LATCHKEY_WALLET_ORIGIN: 'https://wallet.example.com',
      LATCHKEY_WALLET_SITES: 'https://app.example.com',
    }
    await expect(startTestServer({ env })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('LATCHKEY_MODE=production'),
    })
  })
})
