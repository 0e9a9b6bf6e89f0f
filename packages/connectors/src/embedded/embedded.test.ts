import { createConfig } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { embedded } from './embedded.js'

describe('embedded()', () => {
  it.each(['', 'wallet', 'ftp://wallet.example', 'http://wallet.example', 'javascript:alert(1)'])(
    'takes no wallet from %j',
    (url) => {
      expect(() => embedded({ url })).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
    },
  )

  it.each(['https://wallet.example', 'http://localhost:4402/sdk', 'http://127.0.0.1:1'])('takes one from %s', (url) => {
    expect(() => embedded({ url })).not.toThrow()
  })

  describe('without an URL', () => {
    afterEach(() => vi.unstubAllGlobals())
    const page = (hostname: string) => vi.stubGlobal('location', { hostname })

    it.each(['localhost', '127.0.0.1', '[::1]', 'app.localhost'])(
      '[S9-82] takes the local world’s wallet on a page of %s',
      (hostname) => {
        page(hostname)
        expect(() => embedded()).not.toThrow()
      },
    )

    it.each(['app.example', '192.168.1.20', 'localhost.example', '127.0.0.1.example'])(
      '[S9-82] takes none on a page of %s, and says to give one',
      (hostname) => {
        page(hostname)
        expect(() => embedded()).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
        expect(() => embedded()).toThrow(
          expect.objectContaining({ hints: [expect.stringContaining('embedded({ url:')] }),
        )
        expect(() => embedded({ url: 'https://wallet.example' })).not.toThrow()
      },
    )

    it('is no fault where a server renders, which has no page', () => {
      expect(() => createConfig({ chains: [mainnet], connectors: [embedded()] })).not.toThrow()
    })
  })
})
