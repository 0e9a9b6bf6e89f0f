import { createConfig, isPairing, isPairingExpired, toPairingLink } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'
import { createFakeConnector, createFakePairing } from '@latchkey/core/testing'
import { expect, it } from 'vitest'

const now = 1_700_000_000_000

it('[S4-35] a pairing with 10 s or less to live is expired, and so is one without an end', () => {
  expect(isPairingExpired(now + 10_000, now)).toBe(true)
  expect(isPairingExpired(now + 10_050, now)).toBe(false)
  expect(isPairingExpired(now - 1, now)).toBe(true)
  expect(isPairingExpired(undefined, now)).toBe(true)
})

it('knows the connectors that pair', () => {
  const fake = createFakePairing()
  const injected = createFakeConnector()
  const config = createConfig({ chains: [mainnet], connectors: [injected.create, fake.create], storage: null })
  expect(config.connectors.filter(isPairing).map(({ id }) => id)).toEqual(['walletConnect'])
  config.destroy()
})

it('writes links that open a wallet, and none that run something', () => {
  const uri = 'wc:ab@2?symKey=cd&relay-protocol=irn'
  const query = 'wc?uri=wc%3Aab%402%3FsymKey%3Dcd%26relay-protocol%3Dirn'
  expect(toPairingLink('example://', uri)).toBe(`example://${query}`)
  expect(toPairingLink('example:', uri)).toBe(`example://${query}`)
  expect(toPairingLink('https://example.app/link', uri)).toBe(`https://example.app/link/${query}`)
  expect(toPairingLink('https://example.app/', uri)).toBe(`https://example.app/${query}`)
  for (const link of [
    'javascript:alert(1)',
    'JavaScript://x',
    'data:text/html,x',
    'http://example.app',
    'example',
    '',
  ]) {
    expect(toPairingLink(link, uri)).toBeUndefined()
  }
})

it('security: an open line leads to a wallet on this machine only', () => {
  const query = 'wc?uri=wc%3Aab%402'
  expect(toPairingLink('http://localhost:4405', 'wc:ab@2')).toBe(`http://localhost:4405/${query}`)
  expect(toPairingLink('http://127.0.0.1:4405/', 'wc:ab@2')).toBe(`http://127.0.0.1:4405/${query}`)
  expect(toPairingLink('HTTP://LOCALHOST/app', 'wc:ab@2')).toBe(`HTTP://LOCALHOST/app/${query}`)
  for (const link of [
    'http://localhost.example.app',
    'http://localhost@example.app',
    'http://127.0.0.1.example.app',
    'http://127.0.0.2',
    'http://10.0.0.1',
    'http://[::ffff:7f00:1]',
    'http://',
    'http:example.app/localhost',
  ]) {
    expect(toPairingLink(link, 'wc:ab@2'), link).toBeUndefined()
  }
})

it('a fake wallet signs in where it is told how, and only connects elsewhere', async () => {
  const signIn = { domain: 'app.example', uri: 'https://app.example', version: '1', nonce: 'abcdefgh' }
  const able = createFakePairing({ signIn: ({ nonce }, account) => [{ account, message: nonce, signature: '0x' }] })
  const unable = createFakePairing()
  for (const [fake, expected] of [
    [able, 'abcdefgh'],
    [unable, undefined],
  ] as const) {
    const config = createConfig({ chains: [mainnet], connectors: [fake.create], storage: null })
    const [connector] = config.connectors
    const connecting = connector?.connect({ signIn })
    await new Promise((resolve) => setTimeout(resolve))
    fake.approve()
    expect((await connecting)?.signIn?.[0]?.message).toBe(expected)
    config.destroy()
  }
})
