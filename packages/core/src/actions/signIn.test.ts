import type { AccountId } from '@latchkey/protocol/caip'
import { formatSignInMessage } from '@latchkey/protocol/siwx'
import { hexToString } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { verifyMessage } from 'viem/utils'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { alice, bob, one, ten, testChain } from '../../test/chains.js'
import { memoryStore } from '../../test/memoryStore.js'
import type { Connector, CreateConnector } from '../connector.js'
import { type CreateConfigParameters, createConfig } from '../createConfig.js'
import { localSignIn } from '../signIn/localSignIn.js'
import type { SignInAdapter } from '../signIn/signInAdapter.js'
import { createStorage } from '../storage/storage.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { createFakePairing } from '../testing/createFakePairing.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'
import { getSignInSession } from './getSignInSession.js'
import { signIn } from './signIn.js'
import { signOut } from './signOut.js'
import { switchChain } from './switchChain.js'

const id = 'dev.latchkey.fake'
const page = { domain: 'app.example', uri: 'https://app.example' }
const keys = [privateKeyToAccount(`0x${'7'.repeat(64)}`), privateKeyToAccount(`0x${'8'.repeat(64)}`)] as const
const [ada, eve] = keys

/** A wallet of EVM accounts with real keys. */
function evmWallet(parameters: Parameters<typeof createFakeConnector>[0] = {}) {
  const asked: string[] = []
  const switches = { reject: false, nonsense: false }
  const request = async ({ params }: { method: string; params: [`0x${string}`, string] }) => {
    const message = hexToString(params[0])
    asked.push(message)
    if (switches.reject) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    const key = keys.find(({ address }) => address === params[1])
    return key?.signMessage({ message: switches.nonsense ? 'another text' : message })
  }
  const fake = createFakeConnector({ addresses: [ada.address], getProvider: async () => ({ request }), ...parameters })
  return { fake, asked, signing: switches }
}

function setUp(options: Partial<CreateConfigParameters> & { wallet?: ReturnType<typeof evmWallet> } = {}) {
  const { wallet = evmWallet(), ...more } = options
  const config = createConfig({
    chains: [one, ten],
    connectors: [wallet.fake.create],
    siwx: localSignIn(page),
    storage: null,
    ...more,
  })
  onTestFinished(() => config.destroy())
  const status = (wanted: string) => vi.waitFor(() => expect(config.signIn?.getState().status).toBe(wanted))
  return { config, wallet, status }
}

/** An adapter of an app's own, whose every answer the test decides. */
function ownAdapter(change: Partial<SignInAdapter> = {}): SignInAdapter {
  const host = { storage: createStorage({ store: null }), chains: () => [one, ten], rpcUrls: () => [] }
  return { ...localSignIn(page)(host), ...change }
}

const thrown = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )

describe('signIn', () => {
  it('behavior: an EVM account signs in, and viem knows by whom', async () => {
    const { config, status } = setUp()
    expect(config.signIn?.getState()).toEqual({ status: 'idle' })
    await connect(config, { connector: id })
    await status('unsigned')
    expect(config.signIn?.getState()).toMatchObject({ account: `eip155:1:${ada.address}` })
    expect(getSignInSession(config)).toBeUndefined()
    const session = await signIn(config)
    const { message, signature } = session
    expect(await verifyMessage({ address: ada.address, message, signature: signature as `0x${string}` })).toBe(true)
    expect(message).toBe(formatSignInMessage(session.data))
    expect(config.signIn?.getState()).toMatchObject({ status: 'signedIn', account: `eip155:1:${ada.address}` })
    expect(getSignInSession(config)).toEqual(session)
  })

  it("[S8-21] who declines gets 'Error signing message', stays connected and can sign afterwards", async () => {
    const { config, wallet, status } = setUp()
    await connect(config, { connector: id })
    await status('unsigned')
    wallet.signing.reject = true
    const error = await thrown(signIn(config))
    expect(error).toMatchObject({ code: 'USER_REJECTED', message: 'Error signing message' })
    expect(config.state.status).toBe('connected')
    await status('unsigned')
    wallet.signing.reject = false
    await signIn(config)
    await status('signedIn')
  })

  it('behavior: a signature of something else, or a service that fails, is no sign-in', async () => {
    const { config, wallet } = setUp({ chains: [testChain('eip155:1', { rpcUrls: { default: { http: [] } } })] })
    await connect(config, { connector: id })
    wallet.signing.nonsense = true
    expect(await thrown(signIn(config))).toMatchObject({ code: 'SIGN_IN_FAILED', message: 'Error signing message' })
    expect(getSignInSession(config)).toBeUndefined()
    const createMessage = () => Promise.reject(new Error('The service is away.'))
    const other = setUp({ siwx: ownAdapter({ createMessage }) })
    await connect(other.config, { connector: id })
    expect(await thrown(signIn(other.config))).toMatchObject({
      code: 'SIGN_IN_FAILED',
      cause: { cause: { message: 'The service is away.' } },
    })
    expect(other.wallet.asked).toEqual([])
  })

  it('behavior: without siwx, without a wallet and on a network that is not listed it says what is missing', async () => {
    const plain = createConfig({ chains: [one], storage: null })
    expect(await thrown(signIn(plain))).toMatchObject({ code: 'INVALID_CONFIG' })
    expect(await thrown(signOut(plain))).toMatchObject({ code: 'INVALID_CONFIG' })
    const { config } = setUp({ chains: [ten], wallet: evmWallet(), allowUnsupportedChain: true })
    expect(await thrown(signIn(config))).toMatchObject({ code: 'NOT_CONNECTED' })
    await connect(config, { connector: id })
    expect(await thrown(signIn(config))).toMatchObject({ code: 'CHAIN_NOT_FOUND' })
    expect(config.signIn?.getState()).toEqual({ status: 'idle' })
  })

  it('behavior: a double click is one request; who aborts waits no longer', async () => {
    const { config, wallet } = setUp()
    await connect(config, { connector: id })
    const [first, second] = await Promise.all([signIn(config), signIn(config)])
    expect(first).toBe(second)
    expect(wallet.asked).toHaveLength(1)
    const controller = new AbortController()
    const silent = setUp({ wallet: evmWallet({ getProvider: async () => ({ request: () => new Promise(() => {}) }) }) })
    await connect(silent.config, { connector: id })
    const asking = thrown(signIn(silent.config, { signal: controller.signal }))
    controller.abort()
    expect(await asking).toMatchObject({ code: 'ABORTED' })
  })
})

describe('what is watched', () => {
  it('behavior: another account and another network ask again; who comes back is still signed in', async () => {
    const { config, wallet, status } = setUp()
    await connect(config, { connector: id })
    await signIn(config)
    await switchChain(config, { chainId: 'eip155:10' })
    await status('unsigned')
    await signIn(config)
    wallet.fake.say({ accounts: [eve.address] })
    await status('unsigned')
    expect(config.signIn?.getState()).toMatchObject({ account: `eip155:10:${eve.address}` })
    wallet.fake.say({ accounts: [ada.address] })
    await status('signedIn')
    await switchChain(config, { chainId: 'eip155:1' })
    await status('signedIn')
    expect(getSignInSession(config)?.data.chainId).toBe('eip155:1')
  })

  it('[S9-79] a disconnect ends the sign-in, unless signOutOnDisconnect is false', async () => {
    for (const [options, kept] of [
      [{}, 'unsigned'],
      [{ signOutOnDisconnect: true }, 'unsigned'],
      [{ signOutOnDisconnect: false }, 'signedIn'],
    ] as const) {
      const { config, status } = setUp({ siwx: localSignIn({ ...page, ...options }) })
      const sessions = () => config.signIn?.adapter.getSessions('eip155:1', ada.address)
      await connect(config, { connector: id })
      await signIn(config)
      expect(await sessions()).toHaveLength(1)
      await disconnect(config)
      await status('idle')
      await vi.waitFor(async () => expect(await sessions()).toHaveLength(kept === 'signedIn' ? 1 : 0))
      await connect(config, { connector: id })
      await status(kept)
    }
  })

  it('[S9-79] an adapter that says nothing of it is told of the disconnect, for each network; another wallet keeps its own', async () => {
    const revoked: string[] = []
    const { signOutOnDisconnect: _, ...silent } = ownAdapter({
      revokeSession: async (chainId, address) => {
        revoked.push(`${chainId}:${address}`)
      },
    })
    const other = evmWallet({ id: 'other', addresses: [ada.address, bob] })
    const wallet = evmWallet({ addresses: [ada.address, alice] })
    const { config, status } = setUp({
      siwx: silent,
      wallet,
      connectors: [wallet.fake.create, other.fake.create],
      features: { multiWallet: true },
    })
    await connect(config, { connector: 'other' })
    await connect(config, { connector: id })
    await status('unsigned')
    await disconnect(config, { connector: id })
    expect(revoked.sort()).toEqual([`eip155:10:${alice}`, `eip155:1:${alice}`])
  })

  it("[S8-22] when getSessions fails, 'A problem occurred while trying initialize authentication' is said and the wallet is left", async () => {
    const getSessions = () => Promise.reject(new Error('The service is away.'))
    const { config, wallet, status } = setUp({ siwx: ownAdapter({ getSessions }) })
    await connect(config, { connector: id })
    await status('failed')
    expect(config.signIn?.getState()).toMatchObject({
      error: { code: 'SIGN_IN_UNAVAILABLE', message: 'A problem occurred while trying initialize authentication' },
    })
    await vi.waitFor(() => expect(config.state.status).toBe('disconnected'))
    expect(wallet.fake.calls).toContain('disconnect')
    expect(config.signIn?.getState().status).toBe('failed')
  })

  it('behavior: a reload that aborts getSessions leaves the wallet connected', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const getSessions = () => Promise.reject(new TypeError('Failed to fetch'))
    const { config, wallet } = setUp({ siwx: ownAdapter({ getSessions }) })
    await connect(config, { connector: id })
    // As long as a page that is left goes on: its timers do not fire any more.
    await vi.advanceTimersByTimeAsync(200)
    expect([config.state.status, config.signIn?.getState().status]).toEqual(['connected', 'checking'])
    expect(wallet.fake.calls).not.toContain('disconnect')
  })

  it('behavior: one that throws at once, or with a wallet that does not let go, ends the same way', async () => {
    const getSessions = () => {
      throw new Error('Broken.')
    }
    const wallet = evmWallet()
    wallet.fake.switches.failDisconnect = true
    const { config, status } = setUp({ wallet, siwx: ownAdapter({ getSessions }) })
    await connect(config, { connector: id })
    await status('failed')
    await vi.waitFor(() => expect(config.state.status).toBe('disconnected'))
  })

  it('behavior: a sign-in that runs out is asked for again while the page is open', async () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const { config, status } = setUp({ siwx: localSignIn({ ...page, life: 60_000 }) })
    await connect(config, { connector: id })
    await signIn(config)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(config.signIn?.getState().status).toBe('signedIn')
    await vi.advanceTimersByTimeAsync(2_000)
    await status('unsigned')
  })

  it('behavior: after a reload who signed in is signed in once the wallet has answered', async () => {
    const storage = createStorage({ store: memoryStore() })
    const first = setUp({ storage })
    await connect(first.config, { connector: id })
    await signIn(first.config)
    first.config.destroy()
    const second = setUp({ storage })
    expect(getSignInSession(second.config)).toBeUndefined()
    const { reconnect } = await import('./reconnect.js')
    await reconnect(second.config)
    await second.status('signedIn')
    expect(second.wallet.asked).toEqual([])
  })

  it('behavior: signing out ends all sign-ins and keeps the wallet', async () => {
    const { config } = setUp()
    await connect(config, { connector: id })
    await signIn(config)
    await signOut(config)
    expect(config.signIn?.getState()).toMatchObject({ status: 'unsigned' })
    expect(config.state.status).toBe('connected')
    expect(await config.signIn?.adapter.getSessions('eip155:1', ada.address)).toEqual([])
  })
})

describe('signing while connecting', () => {
  const signed = async (text: string) => ada.signMessage({ message: text })
  const paired = (signature: (text: string) => Promise<string> = signed, write = (text: string) => text) => {
    const texts: string[] = []
    const fake = createFakePairing({ address: ada.address })
    const create: CreateConnector = (host) => {
      const connector: Connector = fake.create(host)
      const account: AccountId = `eip155:1:${ada.address}`
      return {
        ...connector,
        async connect(request) {
          const session = await connector.connect(request)
          if (!request.signIn) return session
          const fields = { ...request.signIn, accountAddress: ada.address, chainId: 'eip155:1' as const }
          const message = write(formatSignInMessage(fields))
          texts.push(message)
          return { ...session, signIn: [{ account, message, signature: await signature(message) }] }
        },
      }
    }
    return { fake, create, texts }
  }
  const seen = (config: ReturnType<typeof createConfig>) => {
    const statuses: (string | undefined)[] = []
    config.signIn?.subscribe(() => statuses.push(config.signIn?.getState().status))
    return statuses
  }
  const approved = async (config: ReturnType<typeof createConfig>, { fake }: ReturnType<typeof paired>) => {
    const connecting = connect(config, { connector: 'walletConnect' })
    await vi.waitFor(() => expect(fake.calls).toContain('start'))
    fake.approve()
    await connecting
  }

  it('[S8-27] what a wallet signed on the way is said to be authenticating until it is kept, and nothing is asked afterwards', async () => {
    const wallet = paired()
    const { config, status } = setUp({ connectors: [wallet.create] })
    const statuses = seen(config)
    await approved(config, wallet)
    await status('signedIn')
    expect(statuses).toEqual(['authenticating', 'idle', 'checking', 'signedIn'])
    expect(getSignInSession(config)?.message).toBe(wallet.texts[0])
    expect(wallet.texts).toHaveLength(1)
  })

  it('behavior: an account that is there already by another wallet is signed in by what the second one signed', async () => {
    const [wallet, browser] = [paired(), evmWallet()]
    const connectors = [browser.fake.create, wallet.create]
    const { config, status } = setUp({ connectors, features: { multiWallet: true } })
    await connect(config, { connector: id })
    await status('unsigned')
    await approved(config, wallet)
    await status('signedIn')
    expect(getSignInSession(config)?.message).toBe(wallet.texts[0])
    expect(browser.asked).toEqual([])
  })

  it('behavior: after a failure the next wallet begins afresh', async () => {
    const adapter = ownAdapter()
    let isUnreachable = true
    const getSessions: SignInAdapter['getSessions'] = async (...of) => {
      if (isUnreachable) throw new Error('The service is away.')
      return adapter.getSessions(...of)
    }
    const [wallet, browser] = [paired(), evmWallet()]
    const { config, status } = setUp({
      connectors: [browser.fake.create, wallet.create],
      siwx: { ...adapter, getSessions },
    })
    await connect(config, { connector: id })
    await status('failed')
    await vi.waitFor(() => expect(config.state.status).toBe('disconnected'))
    isUnreachable = false
    const statuses = seen(config)
    await approved(config, wallet)
    await status('signedIn')
    expect(statuses).toEqual(['authenticating', 'idle', 'checking', 'signedIn'])
  })

  it('behavior: a wallet that writes the address without its checksum has signed in all the same', async () => {
    const wallet = paired(signed, (text) => text.replace(ada.address, ada.address.toLowerCase()))
    const { config, status } = setUp({ connectors: [wallet.create] })
    await approved(config, wallet)
    await status('signedIn')
  })

  it.each<[string, ReturnType<typeof paired>]>([
    ['by somebody else', paired((text) => eve.signMessage({ message: text }))],
    ['for another page', paired(signed, (text) => text.replaceAll('app.example', 'evil.example'))],
    ['with another nonce', paired(signed, (text) => text.replace(/Nonce: .{4}/, 'Nonce: 0000'))],
    ['as nonsense', paired(async () => 'banana')],
  ])('behavior: what was signed %s is not kept, and the person is asked to sign', async (_, wallet) => {
    const chains = [testChain('eip155:1', { rpcUrls: { default: { http: [] } } })] as const
    const { config, status } = setUp({ connectors: [wallet.create], chains })
    await approved(config, wallet)
    await status('unsigned')
    expect(config.state.status).toBe('connected')
  })

  it('behavior: where no message can be made, the wallet is asked to connect alone', async () => {
    const wallet = paired()
    const createMessage = () => Promise.reject(new Error('The service is away.'))
    const { config, status } = setUp({ connectors: [wallet.create], siwx: ownAdapter({ createMessage }) })
    await approved(config, wallet)
    await status('unsigned')
    expect(wallet.texts).toEqual([])
  })

  it('behavior: a browser wallet, which has no way to, is asked in the same turn as ever and for no message', async () => {
    const made: string[] = []
    const adapter = ownAdapter()
    const createMessage: SignInAdapter['createMessage'] = (input) => {
      made.push(input.accountAddress)
      return adapter.createMessage(input)
    }
    const { config, wallet } = setUp({ siwx: { ...adapter, createMessage } })
    const connecting = connect(config, { connector: id })
    expect(wallet.fake.calls).toEqual(['connect'])
    await connecting
    expect(made).toEqual([])
  })
})
