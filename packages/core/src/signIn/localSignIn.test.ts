import type { ChainId } from '@latchkey/protocol/caip'
import { formatSignInMessage, parseSignInMessage, type SignInMessage } from '@latchkey/protocol/siwx'
import { solana } from '@latchkey/solana'
import { createFakeSolana } from '@latchkey/solana/testing'
import { privateKeyToAccount } from 'viem/accounts'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { describe, expect, it, vi } from 'vitest'
import { one, sol, solAlice, ten } from '../../test/chains.js'
import { memoryStore } from '../../test/memoryStore.js'
import { createStorage } from '../storage/storage.js'
import { type LocalSignInOptions, localSignIn } from './localSignIn.js'
import type { SignInSession } from './signInAdapter.js'

const account = privateKeyToAccount(`0x${'7'.repeat(64)}`)
const page = { domain: 'app.example', uri: 'https://app.example' }
const eip155 = { accountAddress: account.address, chainId: 'eip155:1' } as const

function setUp(options: LocalSignInOptions = {}, storage = createStorage({ store: memoryStore() })) {
  const chains = [one, ten, sol]
  const families = [solana({ wallets: false })]
  const adapter = localSignIn({ ...page, ...options })({ storage, chains: () => chains, rpcUrls: () => [], families })
  const signed = async (chainId: ChainId = 'eip155:1'): Promise<SignInSession> => {
    const { toString: _, ...data } = await adapter.createMessage({ ...eip155, chainId })
    const message = data.serializedMessage
    return { data, message, signature: await account.signMessage({ message }) }
  }
  return { adapter, signed, storage }
}

const make = (options: LocalSignInOptions = {}, input: { accountAddress: string; chainId: ChainId } = eip155) =>
  setUp(options).adapter.createMessage(input)

/** What is said of a message that lacks a field, wherever it enters. */
async function lacking(field: keyof SignInMessage) {
  const { adapter, signed } = setUp()
  const session = await signed()
  const { [field]: _, ...data } = session.data
  await expect(adapter.addSession({ ...session, data: data as SignInMessage })).rejects.toMatchObject({
    code: 'INVALID_PARAMS',
  })
  expect(await adapter.getSessions('eip155:1', account.address)).toEqual([])
}

describe('createMessage', () => {
  it('[S3-12] accountAddress is the account, in the text with its checksum; a sign-in without it is refused', async () => {
    const message = await make({}, { accountAddress: account.address.toLowerCase(), chainId: 'eip155:1' })
    expect(message.accountAddress).toBe(account.address.toLowerCase())
    expect(message.serializedMessage.split('\n')[1]).toBe(account.address)
    await lacking('accountAddress')
  })

  it('[S3-13] chainId is the CAIP-2 id, and the number in the text; a sign-in without it is refused', async () => {
    const message = await make({}, { ...eip155, chainId: 'eip155:10' })
    expect(message.chainId).toBe('eip155:10')
    expect(message.serializedMessage).toContain('\nChain ID: 10\n')
    expect((await make({}, { accountAddress: solAlice, chainId: sol.caipNetworkId })).serializedMessage).toContain(
      '\nChain ID: mainnet\n',
    )
    await lacking('chainId')
  })

  it('[S3-14] domain is the host of the page; a sign-in without it is refused', async () => {
    vi.stubGlobal('location', { host: 'here.example:8080', origin: 'https://here.example:8080' })
    const adapter = localSignIn()({ storage: createStorage({ store: null }), chains: () => [one], rpcUrls: () => [] })
    const message = await adapter.createMessage(eip155)
    vi.unstubAllGlobals()
    expect([message.domain, message.uri]).toEqual(['here.example:8080', 'https://here.example:8080'])
    expect((await make()).serializedMessage.startsWith('app.example wants you to sign in with your Ethereum')).toBe(
      true,
    )
    await lacking('domain')
  })

  it('[S3-15] uri is the address of the page; a sign-in without it is refused', async () => {
    const message = await make()
    expect([message.uri, message.serializedMessage.includes('\nURI: https://app.example\n')]).toEqual([page.uri, true])
    await lacking('uri')
  })

  it('[S3-16] version is 1; a sign-in without it is refused', async () => {
    expect((await make()).version).toBe('1')
    await lacking('version')
  })

  it('[S3-17] nonce is new each time, of letters and digits, and hard to guess; a sign-in without it is refused', async () => {
    const nonces = await Promise.all(Array.from({ length: 20 }, async () => (await make()).nonce))
    expect(new Set(nonces).size).toBe(20)
    for (const nonce of nonces) expect(nonce).toMatch(/^[a-zA-Z0-9]{22,}$/)
    await lacking('nonce')
  })

  it('[S3-18] statement is what the app says, and may be left out', async () => {
    expect((await make({ statement: 'Welcome back.' })).serializedMessage).toContain('\n\nWelcome back.\n\nURI')
    expect(await make()).not.toHaveProperty('statement')
  })

  it('[S3-19] resources are the list that the app gives', async () => {
    const resources = ['https://app.example/terms', 'ipfs://terms']
    const message = await make({ resources })
    expect(message.resources).toEqual(resources)
    expect(message.serializedMessage.endsWith('\nResources:\n- https://app.example/terms\n- ipfs://terms')).toBe(true)
  })

  it('[S3-20] requestId is a text, another each time', async () => {
    const [first, second] = await Promise.all([make(), make()])
    expect(first.serializedMessage).toContain(`\nRequest ID: ${first.requestId}`)
    expect(first.requestId).not.toBe(second.requestId)
  })

  it('[S3-21] [S3-22] issuedAt is now and expirationTime as much later as the app says, both as ISO 8601', async () => {
    const before = Date.now()
    const message = await make({ life: 60_000 })
    const [issued, ends] = [message.issuedAt, message.expirationTime].map((time) => Date.parse(time ?? ''))
    expect(issued).toBeGreaterThanOrEqual(before)
    expect(issued).toBeLessThanOrEqual(Date.now())
    expect((ends ?? 0) - (issued ?? 0)).toBe(60_000)
    expect(message.issuedAt).toBe(new Date(issued ?? 0).toISOString())
    expect(message.expirationTime).toBe(new Date(ends ?? 0).toISOString())
  })

  it('[S3-23] notBefore is the time that the app gives, as ISO 8601', async () => {
    const message = await make({ notBefore: new Date('2030-01-01') })
    expect(message.notBefore).toBe('2030-01-01T00:00:00.000Z')
    expect(message.serializedMessage).toContain('\nNot Before: 2030-01-01T00:00:00.000Z\n')
  })

  it('[S3-24] serializedMessage is the final text, which says all fields and no others', async () => {
    const message = await make({ statement: 'Hello.', resources: ['https://a.example'], notBefore: new Date(0) })
    const { serializedMessage, toString: write, ...fields } = message
    expect(serializedMessage).toBe(formatSignInMessage(fields))
    expect(parseSignInMessage(serializedMessage)).toEqual(fields)
    expect(`${message}`).toBe(serializedMessage)
    expect(write.call(message)).toBe(serializedMessage)
  })

  it('behavior: viem reads an EVM message and holds it for valid on this page', async () => {
    const message = parseSiweMessage((await make({ statement: 'Hello.' })).serializedMessage)
    expect(validateSiweMessage({ message, domain: page.domain, address: account.address })).toBe(true)
    expect(message).toMatchObject({ chainId: 1, address: account.address })
  })

  it('behavior: where there is no page, its address must be given', async () => {
    const adapter = localSignIn()({ storage: createStorage({ store: null }), chains: () => [one], rpcUrls: () => [] })
    await expect(adapter.createMessage(eip155)).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
  })
})

describe('what is kept', () => {
  it('behavior: a sign-in is kept for its account and network alone, across visits, and can be revoked', async () => {
    const { adapter, signed, storage } = setUp()
    const session = await signed()
    await adapter.addSession(session)
    const later = setUp({}, storage).adapter
    expect(await later.getSessions('eip155:1', account.address.toLowerCase())).toEqual([session])
    expect(await later.getSessions('eip155:10', account.address)).toEqual([])
    expect(await later.getSessions('eip155:1', `0x${'1'.repeat(40)}`)).toEqual([])
    await later.revokeSession('eip155:10', account.address)
    expect(await later.getSessions('eip155:1', account.address)).toHaveLength(1)
    await later.revokeSession('eip155:1', account.address)
    expect(await later.getSessions('eip155:1', account.address)).toEqual([])
  })

  it('behavior: signing in again takes the place of the first; setSessions keeps what it is given and no other', async () => {
    const { adapter, signed } = setUp()
    const [first, second, other] = [await signed(), await signed(), await signed('eip155:10')]
    for (const session of [first, second, other]) await adapter.addSession(session)
    expect(await adapter.getSessions('eip155:1', account.address)).toEqual([second])
    await adapter.setSessions([other])
    expect(await adapter.getSessions('eip155:1', account.address)).toEqual([])
    expect(await adapter.getSessions('eip155:10', account.address)).toEqual([other])
  })

  it.each<[string, (session: SignInSession) => SignInSession]>([
    ['the signature of another text', (session) => ({ ...session, signature: `0x${'12'.repeat(65)}` })],
    ['fields that say another nonce', ({ data, ...rest }) => ({ data: { ...data, nonce: 'a'.repeat(16) }, ...rest })],
    [
      'fields that say another account',
      ({ data, ...rest }) => ({ data: { ...data, accountAddress: `0x${'2'.repeat(40)}` }, ...rest }),
    ],
    [
      'a text with another domain',
      ({ message, ...rest }) => ({ message: message.replace('app.example wants', 'evil.example wants'), ...rest }),
    ],
    ['an invalid text', (session) => ({ ...session, message: 'Hello' })],
  ])('behavior: %s is refused and not kept', async (_, change) => {
    const { adapter, signed } = setUp()
    const session = change(await signed())
    await expect(adapter.addSession(session)).rejects.toHaveProperty('code')
    await expect(adapter.setSessions([session])).rejects.toHaveProperty('code')
    expect(await adapter.getSessions('eip155:1', account.address)).toEqual([])
  })

  it('behavior: a message that this page did not make is refused, however well it is signed', async () => {
    const { adapter } = setUp()
    const session = await setUp().signed()
    await expect(adapter.addSession(session)).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
  })

  it('behavior: what is over, or does not hold yet, is no sign-in', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
    const { adapter, signed } = setUp({ life: 60_000 })
    await adapter.addSession(await signed())
    vi.setSystemTime(1_059_999)
    expect(await adapter.getSessions('eip155:1', account.address)).toHaveLength(1)
    vi.setSystemTime(1_060_000)
    expect(await adapter.getSessions('eip155:1', account.address)).toEqual([])
    const early = setUp({ notBefore: new Date(2_000_000) })
    await expect(early.adapter.addSession(await early.signed())).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
    vi.useRealTimers()
  })

  it('behavior: what another page or hand wrote into the storage is no sign-in', async () => {
    const { adapter, signed, storage } = setUp()
    const session = await signed()
    await adapter.addSession(session)
    const elsewhere = setUp({ domain: 'other.example' }, storage).adapter
    expect(await elsewhere.getSessions('eip155:1', account.address)).toEqual([])
    const forged = { ...session, data: { ...session.data, chainId: 'eip155:10' as const } }
    storage.set('signIn', { format: 1, sessions: [forged] })
    expect(await adapter.getSessions('eip155:10', account.address)).toEqual([])
    for (const sessions of [
      'banana',
      [null],
      [{ data: null, message: '', signature: '' }],
      [{ ...session, data: 1 }],
    ]) {
      storage.set('signIn', { format: 1, sessions })
      expect(await adapter.getSessions('eip155:1', account.address)).toEqual([])
    }
  })

  it('behavior: what a Solana wallet signed on the way is taken like any other', async () => {
    const { adapter } = setUp()
    const wallet = await createFakeSolana({ seed: 'ada' })
    const { toString: _, ...data } = await adapter.createMessage({
      accountAddress: wallet.address,
      chainId: sol.caipNetworkId,
    })
    const { accountAddress: __, serializedMessage: ___, ...request } = data
    const proof = await wallet.provider.signIn?.(request)
    await adapter.addSession({ data, message: proof?.message ?? '', signature: proof?.signature ?? '' })
    expect(await adapter.getSessions(sol.caipNetworkId, wallet.address)).toHaveLength(1)
  })
})
