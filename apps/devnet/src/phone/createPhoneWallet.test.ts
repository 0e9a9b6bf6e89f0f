import { type Hex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createReferenceApp, offer, offerAny, offerSignIn, type ReferenceApp } from '../../test/createReferenceApp.js'
import { startRelay, type TestRelay } from '../../test/startRelay.js'
import { accounts } from '../chains/evm/accounts.js'
import type { EvmChains } from '../chains/evm/localChain.js'
import { nodeCall } from '../chains/evm/nodeCall.js'
import { startEvmChains } from '../chains/evm/startEvmChains.js'
import { createPhoneWallet } from './createPhoneWallet.js'
import type { PhoneAnswer, PhoneQuestion, PhoneWallet, PhoneWalletOptions } from './phoneWallet.js'

const [, first, second] = accounts.map(({ address }) => address)
const rejected = { code: 5000, message: 'User rejected.' }

let world: EvmChains
let relay: TestRelay
let relayUrl: string
const phones: PhoneWallet[] = []
const apps: ReferenceApp[] = []

beforeAll(async () => {
  world = await startEvmChains()
  relay = await startRelay(world)
  relayUrl = relay.url
}, 120_000)
afterEach(async () => {
  await Promise.all(phones.splice(0).map((phone) => phone.close()))
  await Promise.all(apps.splice(0).map((app) => app.close()))
})
afterAll(async () => {
  await relay?.stop()
  await world?.stop()
})

describe('createPhoneWallet', () => {
  it('behavior: pairs by a URI with the reference client, signs, sends, and is disconnected by the app', async () => {
    const [phone, app] = [await makePhone(), await makeApp()]
    const { uri, approved } = await offer(app, [31337, 31338])
    await phone.pair(uri)
    const session = await approved
    expect(session.namespaces.eip155).toEqual({
      chains: ['eip155:31337', 'eip155:31338'],
      accounts: [`eip155:31337:${first}`, `eip155:31338:${first}`],
      methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'].sort(),
      events: ['accountsChanged', 'chainChanged'],
    })
    expect(phone.getState().connection).toBe('online')
    expect(phone.getState().sessions).toMatchObject([
      { app: { name: 'Shop' }, account: first, chainIds: [31337, 31338], chainId: 31337 },
    ])

    const { topic } = session
    const signature = await app.request<Hex>({
      topic,
      chainId: 'eip155:31337',
      request: { method: 'personal_sign', params: ['hello', first] },
    })
    expect(await verifyMessage({ address: first as Hex, message: 'hello', signature })).toBe(true)
    const hash = await app.request<Hex>({
      topic,
      chainId: 'eip155:31338',
      request: { method: 'eth_sendTransaction', params: [{ from: first, to: second, value: '0x1' }] },
    })
    const chain = world.chains[1]
    expect(await nodeCall(chain.url, 'eth_getTransactionByHash', [hash])).toMatchObject({ hash, value: '0x1' })
    expect(phone.received.map(({ method, chainId }) => [method, chainId])).toEqual([
      ['wc_sessionPropose', undefined],
      ['personal_sign', 'eip155:31337'],
      ['eth_sendTransaction', 'eip155:31338'],
    ])

    await app.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
    await until(phone, () => phone.getState().sessions.length === 0)
  })

  it('behavior: switches the network from both sides, and the account, and each reaches the app', async () => {
    const { phone, app, topic } = await makePair([31337])
    const heard = listen(app)
    await phone.switchChain(topic, 31338)
    expect(await heard.next()).toEqual({ name: 'chainChanged', data: 31338, chainId: 'eip155:31338' })
    expect(app.session.get(topic).namespaces.eip155?.chains).toEqual(['eip155:31337', 'eip155:31338'])

    const request = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a69' }] }
    expect(await app.request({ topic, chainId: 'eip155:31338', request })).toBe(null)
    expect(await heard.next()).toEqual({ name: 'chainChanged', data: 31337, chainId: 'eip155:31337' })
    expect(phone.getState().sessions[0]?.chainId).toBe(31337)

    await phone.selectAccount(1)
    expect(await heard.next()).toEqual({ name: 'accountsChanged', data: [second], chainId: 'eip155:31337' })
    expect(app.session.get(topic).namespaces.eip155?.accounts[0]).toBe(`eip155:31337:${second}`)
    await phone.emit(topic, { name: 'unasked', data: 1, chainId: 31337 })
    await phone.disconnect(topic)
    expect(await heard.end).toBe(topic)
    await expect(phone.switchChain(topic, 31337)).rejects.toMatchObject({ code: 'NOT_CONNECTED' })
  })

  it('behavior: asks the person, who sees what the app wants and grants less than it asked for', async () => {
    const asked: PhoneQuestion[] = []
    const answers: PhoneAnswer[] = [{ chains: [31338] }, true, false]
    const approve = async (question: PhoneQuestion) => {
      asked.push(question)
      return answers.shift() ?? false
    }
    const { app, topic } = await makePair([1, 31337, 31338], { approve })
    expect(asked[0]).toMatchObject({
      kind: 'connect',
      app: { name: 'Shop', url: 'https://shop.example' },
      chains: [
        { caip2: 'eip155:1', chain: undefined, isRequired: false },
        { caip2: 'eip155:31337', chain: { chainId: 31337 } },
        { caip2: 'eip155:31338', chain: { chainId: 31338 } },
      ],
      methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    })
    expect(app.session.get(topic).namespaces.eip155?.chains).toEqual(['eip155:31338'])
    const request = { method: 'personal_sign', params: ['0x68690a', first] }
    expect(await app.request({ topic, chainId: 'eip155:31338', request })).toMatch(/^0x[0-9a-f]{130}$/)
    await expect(app.request({ topic, chainId: 'eip155:31338', request })).rejects.toMatchObject(rejected)
    expect(asked[1]).toMatchObject({
      kind: 'request',
      request: { kind: 'message', text: 'hi\n', account: first, origin: 'https://shop.example' },
    })
  })

  it('behavior: connects and signs in with one step, for each network that it has', async () => {
    const asked: PhoneQuestion[] = []
    const phone = await makePhone({ approve: async (question) => asked.push(question) > 0 })
    const app = await makeApp()
    const { uri, signed } = await offerSignIn(app, [1, 31337, 31338], ['personal_sign', 'eth_unknown'])
    await phone.pair(uri)
    const { auths, session } = await signed
    expect(auths).toHaveLength(2)
    expect(session?.namespaces.eip155).toMatchObject({
      accounts: [`eip155:31337:${first}`, `eip155:31338:${first}`],
      methods: ['personal_sign'],
    })
    const [question] = asked
    if (question?.kind !== 'signIn') throw new Error('Nobody was asked to sign in')
    expect(question.messages).toHaveLength(2)
    const [message = ''] = question.messages
    expect(message).toContain(`shop.example wants you to sign in with your Ethereum account:\n${first}`)
    const signature = auths?.[0]?.s.s as Hex
    expect(await verifyMessage({ address: first as Hex, message, signature })).toBe(true)
  })

  it('behavior: a wallet that cannot sign in takes the proposal that comes with it', async () => {
    const phone = await makePhone({ canSignIn: false })
    const app = await makeApp()
    const { uri, signed } = await offerSignIn(app, [31337])
    await phone.pair(uri)
    const { auths, session } = await signed
    expect(auths).toBeUndefined()
    expect(session?.namespaces.eip155?.chains).toEqual(['eip155:31337'])
  })

  it('fault: rejects, grants fewer networks, and never answers, as it is switched', async () => {
    const [phone, app] = [await makePhone({ switches: { reject: true } }), await makeApp()]
    const one = await offer(app, [31337])
    await phone.pair(one.uri)
    await expect(one.approved).rejects.toMatchObject(rejected)

    await phone.set({ reject: false, onlyChains: [31338] })
    const two = await offer(app, [31337, 31338])
    await phone.pair(two.uri)
    const { topic, namespaces } = await two.approved
    expect(namespaces.eip155?.chains).toEqual(['eip155:31338'])

    await phone.set({ neverAnswer: true })
    const request = { method: 'personal_sign', params: ['x', first] }
    let isSettled = false
    const pending = app.request({ topic, chainId: 'eip155:31338', request })
    const settled = pending.then(
      () => (isSettled = true),
      () => (isSettled = true),
    )
    await until(phone, () => phone.received.some(({ method }) => method === 'personal_sign'))
    // What is sent after it comes back before it: it was left unanswered, not delayed.
    await app.ping({ topic })
    expect(isSettled).toBe(false)
    void settled
  })

  it('fault: refuses what it can never do, without asking', async () => {
    const phone = await makePhone({ approve: () => Promise.reject(new Error('Nobody should be asked')) })
    const app = await makeApp()
    const foreign = await offerAny(app, {
      cosmos: { chains: ['cosmos:cosmoshub-4'], methods: ['cosmos_sign'], events: [] },
    })
    await phone.pair(foreign.uri)
    await expect(foreign.approved).rejects.toMatchObject({ code: 5100 })
    expect(phone.getState().notice).toContain('networks that this wallet does not have')
  })

  it('fault: what is asked while it is offline arrives when it is back', async () => {
    const { phone, app, topic } = await makePair([31337])
    await phone.set({ offline: true })
    expect(phone.getState().connection).toBe('offline')
    await expect(phone.pair('wc:x')).rejects.toMatchObject({ code: 'RPC_UNREACHABLE' })
    const request = { method: 'personal_sign', params: ['later', first] }
    const published = new Promise((resolve) => app.core.relayer.once('relayer_publish', resolve))
    const signature = app.request<Hex>({ topic, chainId: 'eip155:31337', request })
    await published
    await phone.set({ offline: false })
    expect(await signature).toMatch(/^0x/)
    expect(phone.getState().connection).toBe('online')
  })

  it('fault: a phone that was switched off still has its sessions, network and account', async () => {
    const storage = new Map<string, unknown>()
    const { phone, app, topic } = await makePair([31337, 31338], { storage })
    await phone.switchChain(topic, 31338)
    await phone.selectAccount(1)
    await phone.close()
    const request = { method: 'personal_sign', params: ['again', second] }
    const signature = app.request<Hex>({ topic, chainId: 'eip155:31338', request })
    const again = await makePhone({ storage })
    expect(again.getState()).toMatchObject({ selected: 1, sessions: [{ topic, chainId: 31338, account: second }] })
    expect(await verifyMessage({ address: second as Hex, message: 'again', signature: await signature })).toBe(true)
  })

  it('error: a code that is invalid, too old or used says which', async () => {
    const { phone, uri } = await makePair([31337])
    await expect(phone.pair('https://example.org')).rejects.toThrow('It begins with “wc:”')
    await expect(phone.pair(uri.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1'))).rejects.toThrow('has expired')
    await expect(phone.pair(uri)).rejects.toMatchObject({ code: 'INVALID_PARAMS', message: /used before/ })
    await expect(createPhoneWallet({ relayUrl, chains: [] })).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
  })
})

type App = ReferenceApp['client']

async function makeApp(): Promise<App> {
  const app = await createReferenceApp(relayUrl)
  apps.push(app)
  return app.client
}

async function makePhone(options: Partial<PhoneWalletOptions> = {}): Promise<PhoneWallet> {
  const phone = await createPhoneWallet({ relayUrl, chains: world.chains, ...options })
  phones.push(phone)
  return phone
}

async function makePair(chains: readonly number[], options: Partial<PhoneWalletOptions> = {}) {
  const [phone, app] = [await makePhone(options), await makeApp()]
  const { uri, approved } = await offer(app, chains)
  await phone.pair(uri)
  const { topic } = await approved
  await until(phone, () => phone.getState().sessions.length === 1)
  return { phone, app, topic, uri }
}

function until(phone: PhoneWallet, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return
      stop()
      resolve()
    }
    const stop = phone.subscribe(look)
    look()
  })
}

/** What the app hears, in order. */
function listen(app: App) {
  const heard: unknown[] = []
  const waiting: ((event: unknown) => void)[] = []
  app.events.on('session_event', ({ params }: { params: { event: object; chainId: string } }) => {
    const event = { ...params.event, chainId: params.chainId }
    const next = waiting.shift()
    if (next) next(event)
    else heard.push(event)
  })
  return {
    next: () => new Promise((resolve) => (heard.length > 0 ? resolve(heard.shift()) : waiting.push(resolve))),
    end: new Promise<string>((resolve) => app.events.on('session_delete', ({ topic }) => resolve(topic))),
  }
}
