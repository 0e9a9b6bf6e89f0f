import { verifyMessage as verifySignature } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWalletWorld } from '../../../server/test/startWalletWorld.js'
import { openBrowser } from '../../test/openBrowser.js'
import { siwxText } from './siwxText.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const place = { origin: 'https://app.example', address }
const asked = {
  accountAddress: '<<AccountAddress>>',
  chainId: 'eip155:1',
  domain: 'app.example',
  uri: 'https://app.example/login',
  version: '1',
  nonce: 'abcdefgh12345678',
  statement: 'Sign in to the app',
  issuedAt: '2026-01-01T00:00:00.000Z',
  expirationTime: '2126-01-02T00:00:00.000Z',
  requestId: 'r1',
  resources: ['https://app.example/terms'],
  serializedMessage: 'I owe you everything',
}
const refused = expect.objectContaining({ code: 'INVALID_PARAMS' })

describe('the text of a sign-in message', () => {
  it('is written from the fields, whatever text came with them', () => {
    const { message, siwxMessage } = siwxText(asked, place)
    expect(parseSiweMessage(message)).toMatchObject({
      address,
      chainId: 1,
      domain: 'app.example',
      nonce: asked.nonce,
      uri: asked.uri,
      statement: asked.statement,
      requestId: 'r1',
      resources: asked.resources,
    })
    expect(message).not.toContain('owe')
    expect(siwxMessage).toMatchObject({ accountAddress: address, serializedMessage: message })
  })

  it.each([
    ['another site', { domain: 'bank.example' }],
    ['another port', { domain: 'app.example:8443' }],
    ['an address of another site', { uri: 'https://bank.example/' }],
    ['no address', { uri: 'app.example' }],
    ['words behind its address', { uri: 'https://app.example/ I owe you 5 ETH' }],
    ['a long nonce', { nonce: 'a'.repeat(129) }],
    ['another family', { chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }],
    ['a line break in a field', { statement: 'Hello\nURI: https://bank.example' }],
    ['a line break in a resource', { resources: ['https://app.example/\n- https://bank.example'] }],
    ['a short nonce', { nonce: 'abc' }],
    ['another version', { version: '2' }],
    ['a time that is over', { expirationTime: '2026-01-02T00:00:00.000Z' }],
    ['an invalid time', { expirationTime: 'tomorrow' }],
    ['no day of a calendar', { issuedAt: '2026-13-41T00:00:00Z' }],
  ])('is not written for %s', (_, change) => {
    expect(() => siwxText({ ...asked, ...change }, place)).toThrow(refused)
  })
})

describe('signing in to the page in one step', () => {
  let world: Awaited<ReturnType<typeof startWalletWorld>>
  beforeAll(async () => {
    world = await startWalletWorld({ more: { deviceLink: 'returning' } })
  })
  afterAll(() => world.stop())

  it('[SEC-S-07] signs once, right after the code was typed, and never at a reload', async () => {
    const browser = await openBrowser(world)
    await browser.signIn('siwx@mail.example')
    const { statement, resources, ...rest } = asked
    const plain = { ...rest, requestId: '6f1ed002ab5595859014ebf0951522d9' }
    const user = await browser.ask('getUser', { siwxMessage: plain })
    const { message = '', signature = '0x' } = user
    const signer = user.address as `0x${string}`
    expect(user.siwxMessage?.accountAddress).toBe(signer)
    expect(await verifySignature({ address: signer, message, signature: signature as `0x${string}` })).toBe(true)
    expect(await browser.ask('getUser', { siwxMessage: plain })).not.toHaveProperty('signature')
    const again = await openBrowser(world, { storage: browser.storage })
    expect(await again.ask('getUser', { siwxMessage: plain })).not.toHaveProperty('signature')
  })

  it.each([
    ['a statement', { statement: asked.statement }],
    ['a request id', { requestId: asked.requestId }],
    ['resources', { resources: asked.resources }],
    ['query', { uri: 'https://app.example/?i-owe-you=5-eth' }],
    ['fragment', { uri: 'https://app.example/#i-owe-you-5-eth' }],
    ['a recap', { resources: ['urn:recap:eyJhdHQiOnt9fQ'] }],
  ])('[SEC-S-07] signs no %s of the page unseen: for that the page has to ask', async (name, words) => {
    const { statement, requestId, resources, ...plain } = asked
    const browser = await openBrowser(world)
    await browser.signIn(`${name.replaceAll(' ', '-')}@mail.example`)
    const user = await browser.ask('getUser', { siwxMessage: { ...plain, ...words } })
    expect(user.address).toMatch(/^0x/)
    expect(user).not.toHaveProperty('signature')
  })
})
