import { connect, disconnect, getConnection, isPairing, isPairingExpired, reconnect } from '@latchkey/core'
import { isLatchkeyError } from '@latchkey/protocol/errors'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { grant } from '../../test/fakePhone.js'
import { openPairingWorld, type PairingWorld } from '../../test/pairingWorld.js'
import { randomHex, seal } from './envelope.js'
import { walletConnect } from './walletConnect.js'

let world: PairingWorld
beforeEach(() => {
  world = openPairingWorld()
})
afterEach(() => {
  vi.useRealTimers()
  world.close()
})

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('a pairing', () => {
  it('[S1-03] a URI is offered, a wallet approves it, and the page has its address', async () => {
    const connecting = connect(world.config, { connector: 'walletConnect', chainId: 'eip155:8453' })
    const phone = world.scan(await world.uri())
    await phone.approve()
    expect(await connecting).toEqual({
      accounts: [`eip155:8453:${account}`],
      chains: { eip155: 'eip155:8453' },
      approved: ['eip155:1', 'eip155:8453'],
      wallet: { name: 'Phone' },
    })
    expect(getConnection(world.config)).toMatchObject({ address: account, status: 'connected' })
    expect(world.connector().pairing.getState()).toMatchObject({ status: 'approved', wallet: { name: 'Phone' } })
    const { params } = await phone.proposal
    expect(params).toMatchObject({
      requiredNamespaces: {},
      optionalNamespaces: { eip155: { chains: ['eip155:8453', 'eip155:1', 'eip155:137'] } },
      proposer: { metadata: { name: 'Dapp', url: 'https://dapp.example' } },
    })
  })

  it('[S6-03] the connector is one of the kind for the wallet-connection protocol', () => {
    expect(world.config.connectors.map(({ kind }) => kind)).toEqual(['walletConnect'])
    expect(world.config.connectors.every(isPairing)).toBe(true)
  })

  it('can be prepared: the line stands and nothing is offered, and what is offered then goes over it', async () => {
    const { pairing } = world.connector()
    expect(world.relay.made()).toBe(0)
    pairing.prepare?.()
    pairing.prepare?.()
    await vi.waitFor(() => expect(world.relay.open()).toBe(1))
    expect(pairing.getState()).toMatchObject({ status: 'idle', uri: undefined })
    expect(world.relay.calls).toEqual([])
    const { uri, approved } = await pairing.start()
    expect(world.relay.made()).toBe(1)
    await world.scan(uri).approve()
    expect((await approved).accounts).toEqual([`eip155:1:${account}`])
  })

  it('behavior: a relay that cannot be reached is told to the developer at once and once, by its URL and its setting', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => errors.mockRestore())
    world.relay.switches.down = true
    const wish = new AbortController()
    const connecting = connect(world.config, { connector: 'walletConnect', signal: wish.signal }).catch(() => {})
    await vi.waitFor(() => expect(world.relay.made()).toBeGreaterThan(1))
    wish.abort()
    await connecting
    expect(errors.mock.calls.flat()).toEqual([
      expect.stringMatching(
        /^\[latchkey\] Relay Not Reachable: wss:\/\/\S+ does not answer\. It is set by walletConnect\(\{ relayUrl \}\)\.$/,
      ),
    ])
  })

  it('that was prepared without a relay is offered once there is one', async () => {
    world.relay.switches.down = true
    const { pairing } = world.connector()
    pairing.prepare?.()
    await vi.waitFor(() => expect(world.relay.made()).toBe(1))
    expect(pairing.getState()).toMatchObject({ status: 'idle', error: undefined })
    world.relay.switches.down = false
    expect((await pairing.start()).uri).toMatch(/^wc:/)
  })

  it('[S4-34] is shown for 4 minutes, though its wire life is 5', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000, toFake: ['Date'] })
    const { uri, expiresAt } = await world.connector().pairing.start()
    expect(expiresAt).toBe(1_700_000_000_000 + 240_000)
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?expiryTimestamp=1700000300&relay-protocol=irn&symKey=[0-9a-f]{64}$/)
  })

  it('[S4-35] a fresh one takes its place with 10 s left; who scanned the old one in time still gets through', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000, shouldAdvanceTime: true })
    const { uri, expiresAt, approved } = await world.connector().pairing.start()
    const isShown = () => world.connector().pairing.getState().uri === uri
    while (isShown() && Date.now() < expiresAt) await vi.advanceTimersByTimeAsync(50)
    // The clock goes on while the fresh one is made.
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(10_000)
    expect(expiresAt - Date.now()).toBeGreaterThan(5_000)
    await world.uri(uri)
    const next = world.connector().pairing.getState()
    expect(isPairingExpired(next.expiresAt)).toBe(false)
    const phone = world.scan(uri)
    const settled = phone.approve()
    await vi.advanceTimersByTimeAsync(1000)
    await settled
    expect((await approved).accounts).toEqual([`eip155:1:${account}`])
  })

  it('SEC-W-05 an answer to a pairing that is over is not taken', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000, shouldAdvanceTime: true })
    const { uri } = await world.connector().pairing.start()
    const phone = world.scan(uri)
    await vi.advanceTimersByTimeAsync(1000)
    world.relay.switches.down = true
    world.relay.restart()
    await vi.advanceTimersByTimeAsync(301_000)
    world.relay.switches.down = false
    phone.approve().catch(() => {})
    await vi.advanceTimersByTimeAsync(60_000)
    expect(world.connector().pairing.getState().status).toBe('failed')
    expect(world.kept.get('@latchkey/walletConnect/sessions')).toBeUndefined()
  })

  it('SEC-W-06 the first wallet that settles has it; the second is told that there is nothing', async () => {
    const { uri, approved } = await world.connector().pairing.start()
    const [first, second] = [world.scan(uri), world.scan(uri)]
    await second.approve({ name: 'Second phone', settle: false })
    await first.approve({ name: 'First phone' })
    const session = await approved
    await vi.waitFor(() => expect(second.heard).toContain('wc_sessionDelete'))
    const third = world.scan(uri)
    await third.approve({ settle: false })
    await vi.waitFor(() => expect(third.heard).toContain('wc_sessionDelete'))
    expect(first.heard).not.toContain('wc_sessionDelete')
    expect(session.accounts).toHaveLength(1)
    // The page shows who it was that scanned.
    expect(world.connector().pairing.getState()).toMatchObject({ status: 'approved', wallet: { name: 'First phone' } })
    expect(JSON.parse(world.kept.get('@latchkey/walletConnect/sessions') ?? '[]')).toHaveLength(1)
  })

  it('one that the wallet rejects ends with the message of core', async () => {
    const connecting = connect(world.config, { connector: 'walletConnect' }).catch((error: unknown) => error)
    await world.scan(await world.uri()).reject({ code: 5000, message: 'User rejected.' })
    const error = await connecting
    expect(isLatchkeyError(error, 'CONNECTION_REJECTED') && error.message).toBe('Connection rejected')
    expect(world.connector().pairing.getState()).toMatchObject({ status: 'failed', uri: undefined })
  })

  it('a wallet that supports none of the chains is left, with what it lacks', async () => {
    const { approved, uri } = await world.connector().pairing.start()
    const refused = world.scan(uri).approve({ namespaces: grant(['eip155:5']) })
    const text = 'The connector does not support any of the requested chains'
    await expect(approved).rejects.toMatchObject({ code: 'CHAINS_NOT_SUPPORTED', message: text })
    await expect(refused).rejects.toMatchObject({ code: 5100 })
    const again = await world.connector().pairing.start()
    await world.scan(again.uri).reject({ code: 5100, message: 'Unsupported chains' })
    await expect(again.approved).rejects.toMatchObject({ message: text })
  })

  it('a wallet may grant fewer chains, and families of its own that nobody asked for', async () => {
    const strange = { chains: ['starknet:1'], accounts: ['starknet:1:0x1'], methods: [], events: [] }
    const { session } = await world.pair({ namespaces: { ...grant(['eip155:137']), starknet: strange } })
    expect(session).toMatchObject({ chains: { eip155: 'eip155:137' }, approved: ['eip155:137'] })
  })

  it('what settles against the rules is refused: another controller, an end in the past, no accounts, nonsense', async () => {
    const { uri, approved } = await world.connector().pairing.start()
    const phone = world.scan(uri)
    const refused = { code: 7000 }
    await expect(phone.approve({ controller: randomHex() })).rejects.toMatchObject(refused)
    await expect(phone.approve({ expiry: 1 })).rejects.toMatchObject(refused)
    await expect(phone.approve({ namespaces: { eip155: 'all' } })).rejects.toMatchObject(refused)
    const foreign = { eip155: { ...grant(['eip155:1']).eip155, accounts: ['solana:x:abc'] } }
    await expect(phone.approve({ namespaces: foreign })).rejects.toMatchObject(refused)
    await phone.approve()
    expect((await approved).accounts).toHaveLength(1)
  })

  it('SEC-W-02 noise on the topic changes nothing', async () => {
    const { uri, approved } = await world.connector().pairing.start()
    const topic = uri.slice(3, 67)
    const symKey = /symKey=([0-9a-f]{64})/.exec(uri)?.[1] ?? ''
    for (const noise of ['', 'AAAA', seal(randomHex(), '{}'), seal(symKey, 'no json'), seal(symKey, '{"id":"x"}')]) {
      world.relay.inject(topic, noise)
    }
    await world.scan(uri).approve()
    expect((await approved).accounts).toHaveLength(1)
  })

  it('REL-17 a wallet that approves while the page has no line is found when the page is back', async () => {
    const { uri, approved } = await world.connector().pairing.start()
    const phone = world.scan(uri)
    await phone.proposal
    const [pageFirst] = [world.relay.made()]
    await phone.approve({ settle: false })
    world.relay.restart()
    await phone.settle()
    expect((await approved).accounts).toHaveLength(1)
    expect(world.relay.made()).toBeGreaterThan(pageFirst)
  })

  it('REL-17 a page that was loaded again meanwhile resumes what was approved', async () => {
    const { uri, approved } = await world.connector().pairing.start()
    approved.catch(() => {})
    const before = new Map(world.kept)
    world.config.destroy()
    // A page that is thrown away runs nothing at its end.
    for (const [key, value] of before) world.kept.set(key, value)
    const phone = world.scan(uri)
    await phone.approve({ settle: false })
    world.config = world.open()
    await world.connector().reconnect()
    await phone.settle()
    await vi.waitFor(() => expect(getConnection(world.config).address).toBe(account))
  })

  it('a relay of old that does not know the call in one is given its parts', async () => {
    world.relay.switches.old = true
    const { session } = await world.pair()
    expect(session.accounts).toHaveLength(1)
    expect(world.relay.calls).toContain('irn_subscribe')
  })

  it('who closes the code takes it back; a second view joins the first', async () => {
    const { pairing } = world.connector()
    const [first, second] = [new AbortController(), new AbortController()]
    const one = await pairing.start({ signal: first.signal })
    const two = await pairing.start({ signal: second.signal })
    expect(two.uri).toBe(one.uri)
    first.abort()
    await expect(one.approved).rejects.toMatchObject({ code: 'ABORTED' })
    expect(pairing.getState().uri).toBe(one.uri)
    second.abort()
    await expect(two.approved).rejects.toMatchObject({ code: 'ABORTED' })
    expect(pairing.getState()).toMatchObject({ status: 'idle', uri: undefined })
    await expect(pairing.start({ signal: first.signal })).rejects.toMatchObject({ code: 'ABORTED' })
    const refused = world.scan(one.uri).approve({ settle: false })
    await refused
    expect(world.kept.get('@latchkey/walletConnect/sessions')).toBeUndefined()
  })

  it('without a relay it says so, and can be tried again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    world.relay.switches.down = true
    const failed = world
      .connector()
      .pairing.start()
      .catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(16_000)
    expect(await failed).toMatchObject({ code: 'RPC_UNREACHABLE', message: 'The relay cannot be reached.' })
    expect(world.connector().pairing.getState()).toMatchObject({ status: 'failed' })
    world.relay.switches.down = false
    // The clock goes at its own pace from here: what signs takes time that must not be overtaken.
    expect((await world.connector().pairing.start()).uri).toMatch(/^wc:/)
  })

  it('[S8-24] without a way to open sockets the client cannot be made', async () => {
    world.config.destroy()
    await expect(world.connector().pairing.start()).rejects.toThrow('Sign Client not initialized')
    await expect(world.connector().connect({})).rejects.toThrow('Sign Client not initialized')
  })

  it('a relay URL that is not safe is refused', () => {
    for (const relayUrl of ['http://relay.example', 'ws://relay.example', 'relay', '', 'javascript:alert(1)']) {
      expect(() => walletConnect({ relayUrl })).toThrow('The relay cannot be reached by')
    }
  })
})

it('[S8-46] [S8-54] a relay that finds the token of another time raises the alert about the session, once', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  world.relay.switches.refuse = 'JWT validation error: JWT Token is not yet valid'
  const failed = await world
    .connector()
    .pairing.start()
    .catch((error: unknown) => error)
  expect(failed).toMatchObject({ code: 'RPC_UNREACHABLE' })
  expect(world.config.alerts.current).toMatchObject({ code: 'SESSION_EXPIRED', title: 'Session Expired' })
  expect(world.config.alerts.current?.detail).toContain('time settings')
  await world
    .connector()
    .pairing.start()
    .catch(() => {})
  expect(quiet).toHaveBeenCalledTimes(1)
  quiet.mockRestore()
})

it('[S8-53] [S8-55] a relay that does not know the page or the project raises the alert about the configuration', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  world.relay.switches.refuse = 'Unauthorized: origin not allowed'
  await world
    .connector()
    .pairing.start()
    .catch(() => {})
  expect(world.config.alerts.current).toMatchObject({ code: 'UNVERIFIED_DOMAIN', title: 'Invalid App Configuration' })
  world.relay.switches.refuse = 'Unauthorized: invalid key'
  await world
    .connector()
    .pairing.start()
    .catch(() => {})
  expect(world.config.alerts.current).toMatchObject({ code: 'INVALID_PROJECT_ID', title: 'Invalid App Configuration' })
  quiet.mockRestore()
})

it('the session is there after a reload, and gone after a disconnect', async () => {
  const connecting = connect(world.config, { connector: 'walletConnect' })
  const phone = world.scan(await world.uri())
  await phone.approve()
  await connecting
  await reconnect(world.reload())
  expect(getConnection(world.config)).toMatchObject({ address: account, status: 'connected' })
  await disconnect(world.config)
  await vi.waitFor(() => expect(phone.heard).toContain('wc_sessionDelete'))
  await reconnect(world.reload())
  expect(getConnection(world.config).status).toBe('disconnected')
})
