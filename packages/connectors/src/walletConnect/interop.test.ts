import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Config,
  connect,
  createConfig,
  createStorage,
  disconnect,
  getConnection,
  type PairingConnector,
  reconnect,
  signMessage,
  switchChain,
  toChain,
} from '@latchkey/core'
import { accounts, createPhoneWallet, type Devnet, type PhoneWallet, startDevnet } from '@latchkey/devnet'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'
import { parseSignInMessage } from '@latchkey/protocol/siwx'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { signerOfMessage } from '../../test/node.js'
import { nodeSocket } from '../../test/nodeSocket.js'
import { walletConnect } from './walletConnect.js'

// The wallet here is the protocol's reference implementation, unmodified, and the relay is the server's own.
const dir = mkdtempSync(join(tmpdir(), 'latchkey-pairing-'))
let world: Devnet
let relayUrl: string
let phone: PhoneWallet
let config: Config
let kept: Map<string, string>

beforeAll(async () => {
  const ports = { server: 0, frame: 0, wallet: 0, inbox: 0, chain31337: 0, chain31338: 0, phone: 0 }
  world = await startDevnet({ dir, web: false, frame: false, families: false, ports })
  relayUrl = world.server.url.replace('http', 'ws')
}, 180_000)
afterAll(async () => {
  await world?.stop()
  rmSync(dir, { recursive: true, force: true })
})
beforeEach(async () => {
  kept = new Map()
  config = open()
  phone = await createPhoneWallet({ relayUrl, chains: world.chains })
})
afterEach(async () => {
  config.destroy()
  await phone.close()
})

function open(): Config {
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const [one, two] = world.chains.map(({ chainId, name, url }) =>
    toChain({
      id: chainId,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    }),
  )
  if (!one || !two) throw new Error('The local world has two chains.')
  return createConfig({
    chains: [one, two],
    storage: createStorage({ store }),
    connectors: [walletConnect({ relayUrl, projectId: 'local', openSocket: nodeSocket })],
    metadata: { name: 'Dapp', description: 'A page', url: 'https://dapp.example', icons: [] },
  })
}
const connector = () => config.connectors[0] as PairingConnector
const uri = () =>
  vi.waitFor(
    () => {
      const { uri: offered } = connector().pairing.getState()
      if (offered === undefined) throw new Error('No URI yet.')
      return offered
    },
    { timeout: 20_000 },
  )
const address = accounts[1]?.address

async function paired(): Promise<void> {
  const connecting = connect(config, { connector: 'walletConnect' })
  await phone.pair(await uri())
  await connecting
}

describe('with a wallet that we did not write, over our relay', () => {
  it('[S1-03] connects by the URI, signs, switches from both sides, and is left from the page', async () => {
    await paired()
    expect(getConnection(config)).toMatchObject({ address, status: 'connected' })
    const [chain] = world.chains
    const signature = await signMessage(config, { message: 'hello' })
    expect((await signerOfMessage(chain.url, 'hello', signature)).toLowerCase()).toBe(address?.toLowerCase())
    await switchChain(config, { chainId: 'eip155:31338' })
    expect(config.state.chainIds.eip155).toBe('eip155:31338')
    const [session] = phone.getState().sessions
    await phone.switchChain(session?.topic ?? '', 31337)
    await vi.waitFor(() => expect(config.state.chainIds.eip155).toBe('eip155:31337'))
    await phone.selectAccount(1)
    await vi.waitFor(() => expect(getConnection(config).address).toBe(accounts[2]?.address))
    await disconnect(config)
    await vi.waitFor(() => expect(phone.getState().sessions).toEqual([]))
  })

  it('[S3-96] [S3-101] both sides hold the same session', async () => {
    await paired()
    const [ours] = JSON.parse(kept.get('@latchkey/walletConnect/sessions') ?? '[]')
    const [theirs] = phone.getState().sessions
    expect(ours.topic).toBe(theirs?.topic)
    expect(ours.namespaces.eip155.accounts).toEqual([`eip155:31337:${address}`, `eip155:31338:${address}`])
  })

  it('connects and signs in with one approval; a wallet that cannot only connects; one that rejects is not connected', async () => {
    const signIn = { domain: 'dapp.example', uri: 'https://dapp.example', version: '1', nonce: 'abcdefgh1234' }
    const [chain] = world.chains
    const connecting = connector().connect({ chainId: 'eip155:31337', signIn })
    await phone.pair(await uri())
    const session = await connecting
    expect(session.accounts).toEqual([`eip155:31337:${address}`])
    // The wallet signs once for each chain; each text is rebuilt here from what it says that it signed.
    const proofs = session.signIn ?? []
    expect(proofs.map(({ account }) => account)).toEqual([`eip155:31337:${address}`, `eip155:31338:${address}`])
    for (const { message, signature } of proofs) {
      expect((await signerOfMessage(chain.url, message, signature)).toLowerCase()).toBe(address?.toLowerCase())
      expect(parseSignInMessage(message)).toMatchObject({ domain: 'dapp.example', nonce: 'abcdefgh1234' })
    }
    const provider = (await connector().getProvider('eip155')) as Eip1193Provider
    const signature = String(await provider.request({ method: 'personal_sign', params: ['0x6869', address] }))
    expect((await signerOfMessage(chain.url, 'hi', signature)).toLowerCase()).toBe(address?.toLowerCase())
    await connector().disconnect()
    await vi.waitFor(() => expect(phone.getState().sessions).toEqual([]))

    await phone.set({ reject: true })
    const rejected = connector()
      .connect({ signIn })
      .catch((error: unknown) => error)
    await phone.pair(await uri())
    expect(await rejected).toMatchObject({ code: 'CONNECTION_REJECTED' })

    await phone.close()
    phone = await createPhoneWallet({ relayUrl, chains: world.chains, canSignIn: false })
    const plain = connector().connect({ signIn })
    await phone.pair(await uri())
    expect((await plain).signIn).toBeUndefined()
  })

  it('is left from the wallet, and refused by it', async () => {
    await paired()
    const [session] = phone.getState().sessions
    await phone.disconnect(session?.topic ?? '')
    await vi.waitFor(() => expect(getConnection(config).status).toBe('disconnected'))
    await phone.set({ reject: true })
    const connecting = connect(config, { connector: 'walletConnect' }).catch((error: unknown) => error)
    await vi.waitFor(() => expect(connector().pairing.getState().status).toBe('waiting'))
    await phone.pair(await uri())
    expect(await connecting).toMatchObject({ code: 'CONNECTION_REJECTED', message: 'Connection rejected' })
  })

  it('a request that is rejected is a rejection, and one chain fewer is one chain fewer', async () => {
    await phone.set({ onlyChains: [31338] })
    await paired()
    expect(getConnection(config).caipAddress).toBe(`eip155:31338:${address}`)
    await phone.set({ reject: true })
    await expect(signMessage(config, { message: 'hello' })).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  it('a reload in the middle and a phone that was away lose nothing', async () => {
    await paired()
    config.destroy()
    config = open()
    await reconnect(config)
    expect(getConnection(config)).toMatchObject({ address, status: 'connected' })
    await phone.set({ offline: true })
    const provider = (await connector().getProvider('eip155')) as Eip1193Provider
    const signing = provider.request({ method: 'personal_sign', params: ['0x6869', address] })
    await phone.set({ offline: false })
    const [chain] = world.chains
    expect((await signerOfMessage(chain.url, 'hi', String(await signing))).toLowerCase()).toBe(address?.toLowerCase())
    expect(await provider.request({ method: 'eth_blockNumber' })).toMatch(/^0x/)
  })
})
