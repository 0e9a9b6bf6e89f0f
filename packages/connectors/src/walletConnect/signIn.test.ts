import { base, mainnet, polygon } from '@latchkey/core/chains'
import { parseSignInMessage } from '@latchkey/protocol/siwx'
import { solana, solanaMainnet } from '@latchkey/solana'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Cacao } from '../../test/fakePhone.js'
import { openPairingWorld, type PairingWorld } from '../../test/pairingWorld.js'

let world: PairingWorld
beforeEach(() => {
  world = openPairingWorld()
})
afterEach(() => {
  vi.useRealTimers()
  world.close()
})

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const request = {
  domain: 'dapp.example',
  uri: 'https://dapp.example/in',
  version: '1',
  nonce: 'abcdefgh1234',
  statement: 'Welcome.',
  resources: ['https://dapp.example/terms'],
  expirationTime: '2099-01-01T00:00:00.000Z',
}
const recapOf = (resource: unknown) =>
  JSON.parse(Buffer.from(String(resource).replace('urn:recap:', ''), 'base64').toString()) as object

async function offered() {
  const connecting = world.connector().connect({ chainId: 'eip155:8453', signIn: request })
  connecting.catch(() => {})
  const uri = await world.uri()
  return { connecting, uri, phone: world.scan(uri) }
}
const sessions = () => JSON.parse(world.kept.get('@latchkey/walletConnect/sessions') ?? '[]') as { topic: string }[]

describe('connecting and signing in with one approval', () => {
  it('the URI says so, and both are asked: to sign in, and to connect', async () => {
    const { uri, phone } = await offered()
    expect(new URLSearchParams(uri.split('?')[1]).get('methods')).toBe('wc_sessionAuthenticate')
    const { payload, publicKey } = await phone.auth
    expect(payload).toMatchObject({
      type: 'caip122',
      chains: ['eip155:8453', 'eip155:1', 'eip155:137'],
      domain: 'dapp.example',
      aud: 'https://dapp.example/in',
      version: '1',
      nonce: 'abcdefgh1234',
      statement: 'Welcome.',
      exp: '2099-01-01T00:00:00.000Z',
    })
    const [terms, recap, ...none] = payload.resources as string[]
    expect([terms, none]).toEqual(['https://dapp.example/terms', []])
    expect(recapOf(recap)).toMatchObject({ att: { eip155: { 'request/personal_sign': [{}] } } })
    const proposal = await phone.proposal
    expect(proposal.publicKey).toBe(publicKey)
    expect(proposal.params).toMatchObject({ optionalNamespaces: { eip155: { chains: payload.chains } } })
    expect(world.relay.kept.map(({ tag }) => tag).sort()).toEqual([1100, 1116])
  })

  it('a wallet that signs in is connected, and what it signed is told, but not kept', async () => {
    const { connecting, phone } = await offered()
    const topic = await phone.signIn()
    const session = await connecting
    expect(session).toMatchObject({ accounts: [`eip155:8453:${account}`], chains: { eip155: 'eip155:8453' } })
    const [proof] = session.signIn ?? []
    expect(proof).toMatchObject({ account: `eip155:8453:${account}`, signature: `0x${'5e'.repeat(65)}` })
    expect(parseSignInMessage(proof?.message ?? '')).toMatchObject({
      accountAddress: account,
      chainId: 'eip155:8453',
      nonce: 'abcdefgh1234',
      expirationTime: '2099-01-01T00:00:00.000Z',
    })
    expect(proof?.message).toContain(
      "\n\nWelcome. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_accounts', ",
    )
    expect(sessions().map((one) => one.topic)).toEqual([topic])
    expect([...world.kept.values()].join()).not.toContain('5e5e5e')
    expect(await phone.ask('wc_sessionPing', {})).toBe(true)
    expect(world.connector().pairing.getState()).toMatchObject({ status: 'approved', wallet: { name: 'Phone' } })
  })

  it('one signature for each network grants each; chains that the resource names are granted too', async () => {
    const { connecting, phone } = await offered()
    await phone.signIn((cacao) => {
      const limits = [{ chains: ['eip155:1', 'eip155:5'] }]
      const text = JSON.stringify({ att: { eip155: { 'request/personal_sign': limits } } })
      const resources = [`urn:recap:${Buffer.from(text).toString('base64')}`]
      const p = { ...cacao.p, resources }
      return [
        { ...cacao, p },
        { ...cacao, p: { ...p, iss: `did:pkh:eip155:137:${account}` } },
      ]
    })
    const { approved, signIn = [] } = await connecting
    expect(approved).toEqual(['eip155:8453', 'eip155:1', 'eip155:137'])
    expect(signIn.map(({ account: id }) => id)).toEqual([`eip155:8453:${account}`, `eip155:137:${account}`])
  })

  it('a wallet that writes its address without a checksum has signed those letters', async () => {
    const { connecting, phone } = await offered()
    await phone.signIn((cacao) => ({
      ...cacao,
      p: { ...cacao.p, iss: `did:pkh:eip155:1:${account.toLowerCase()}` },
    }))
    const { signIn = [] } = await connecting
    expect(signIn[0]?.message.split('\n')[1]).toBe(account.toLowerCase())
  })

  it('a wallet that knows only the proposal connects, without a signature', async () => {
    const { connecting, phone } = await offered()
    await phone.refuseToSignIn({ code: 10_001, message: 'Unsupported wc_ method.' })
    await phone.approve()
    const session = await connecting
    expect(session.accounts).toEqual([`eip155:8453:${account}`])
    expect(session.signIn).toBeUndefined()
  })

  it('a wallet that rejects has rejected the connection', async () => {
    const { connecting, phone } = await offered()
    await phone.refuseToSignIn({ code: 5000, message: 'User rejected.' })
    await expect(connecting).rejects.toMatchObject({ code: 'CONNECTION_REJECTED', message: 'Connection rejected' })
    expect(sessions()).toEqual([])
  })

  it('an answer that comes after another wallet has the page is turned away', async () => {
    const { connecting, uri, phone } = await offered()
    const late = world.scan(uri)
    await late.auth
    await phone.signIn()
    await connecting
    await late.signIn()
    await vi.waitFor(() => expect(late.heard).toContain('wc_sessionDelete'))
    expect(phone.heard).not.toContain('wc_sessionDelete')
    expect(sessions()).toHaveLength(1)
  })

  it('a page that was loaded again meanwhile resumes what was signed', async () => {
    const { phone } = await offered()
    await phone.auth
    const before = new Map(world.kept)
    world.config.destroy()
    for (const [key, value] of before) world.kept.set(key, value)
    world.config = world.open()
    await world.connector().reconnect()
    await phone.signIn()
    await vi.waitFor(() => expect(world.config.state.connections.get('walletConnect')?.accounts).toHaveLength(1))
  })

  it.each<[string, (cacao: Cacao) => unknown]>([
    ['another page', ({ h, p, s }) => ({ h, p: { ...p, domain: 'evil.example' }, s })],
    ['another address of the page', ({ h, p, s }) => ({ h, p: { ...p, aud: 'https://evil.example' }, s })],
    ['another request', ({ h, p, s }) => ({ h, p: { ...p, nonce: 'zzzzzzzz9999' }, s })],
    ['another version', ({ h, p, s }) => ({ h, p: { ...p, version: '2' }, s })],
    ['a network that was not asked for', ({ h, p, s }) => ({ h, p: { ...p, iss: `did:pkh:eip155:5:${account}` }, s })],
    ['nobody', ({ h, p, s }) => ({ h, p: { ...p, iss: 'did:key:z6Mk' }, s })],
    ['no signature', ({ h, p }) => ({ h, p })],
    ['an empty signature', ({ h, p, s }) => ({ h, p, s: { ...s, s: '0x' } })],
    ['another kind of signature', ({ h, p, s }) => ({ h, p, s: { ...s, t: 'none' } })],
    ['a statement of several lines', ({ h, p, s }) => ({ h, p: { ...p, statement: 'a\nURI: b' }, s })],
    ['a session without methods', ({ h, p, s }) => ({ h, p: { ...p, resources: [] }, s })],
    ['nothing', () => []],
    ['one good and one bad', (cacao) => [cacao, { ...cacao, p: { ...cacao.p, nonce: 'zzzzzzzz9999' } }]],
    ['nonsense', () => 'yes'],
  ])('refuses what was signed for %s, and tells the wallet that there is no session', async (_, change) => {
    const { connecting, phone } = await offered()
    await phone.signIn(change)
    await expect(connecting).rejects.toMatchObject({
      code: 'WALLET_BAD_ANSWER',
      message: 'The wallet signed a different message than requested.',
    })
    await vi.waitFor(() => expect(phone.heard).toContain('wc_sessionDelete'))
    expect(sessions()).toEqual([])
  })

  it.each([
    ['a nonce that is too short', { nonce: 'abc' }],
    ['a statement of two lines', { statement: 'Welcome.\nURI: https://evil.example' }],
    ['an invalid domain', { domain: 'https://dapp.example' }],
    ['an invalid time', { expirationTime: 'tomorrow' }],
  ])('%s is refused before anybody is asked', async (_, wrong) => {
    const connecting = world.connector().connect({ signIn: { ...request, ...wrong } })
    await expect(connecting).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    expect(world.relay.kept).toEqual([])
    expect(world.connector().pairing.getState()).toMatchObject({ status: 'failed', uri: undefined })
  })

  it('a page with networks of several families asks to connect only: one signature cannot serve them', async () => {
    world.close()
    world = openPairingWorld({
      chains: [mainnet, base, polygon, solanaMainnet],
      namespaces: [solana({ wallets: false })],
    })
    const { uri, connecting, phone } = await offered()
    expect(uri).not.toContain('methods=')
    await phone.approve()
    expect((await connecting).signIn).toBeUndefined()
    expect(world.relay.kept.map(({ tag }) => tag)).not.toContain(1116)
  })
})
