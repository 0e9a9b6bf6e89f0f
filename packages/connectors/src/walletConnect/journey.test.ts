import { bitcoin } from '@latchkey/bitcoin'
import {
  type Chain,
  type Config,
  connect,
  createConfig,
  type PairingConnector,
  sendTransfer,
  signMessage,
  switchChain,
  toChain,
  waitForTransactionReceipt,
} from '@latchkey/core'
import { cosmos } from '@latchkey/cosmos'
import {
  createPhoneWallet,
  type FamilyChain,
  type PhoneWallet,
  startBitcoinChain,
  startCosmosLedger,
  startPolkadotLedger,
  startSolanaChain,
} from '@latchkey/devnet'
import { polkadot } from '@latchkey/polkadot'
import type { Namespace } from '@latchkey/protocol/caip'
import { solana } from '@latchkey/solana'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRelay, type TestRelay } from '../../../../apps/devnet/test/startRelay.js'
import { nodeSocket } from '../../test/nodeSocket.js'
import { walletConnect } from './walletConnect.js'

// The actions of core over one session with a wallet on another device, each family on a chain that checks what it is given.
let chains: readonly FamilyChain[]
let relay: TestRelay
let phone: PhoneWallet
let config: Config

beforeAll(async () => {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const evm = { caip2: 'eip155:31337', name: 'Local', url: 'http://127.0.0.1:9', nativeCurrency } as const
  ;[relay, ...chains] = await Promise.all([
    startRelay({ chains: [evm] }),
    startSolanaChain({ slotTime: 20 }),
    startBitcoinChain(),
    startPolkadotLedger(),
    startCosmosLedger(),
  ])
  config = createConfig({
    chains: chains.map(toFamilyChain) as [Chain, ...Chain[]],
    namespaces: [solana(), bitcoin(), polkadot(), cosmos()],
    storage: null,
    connectors: [walletConnect({ relayUrl: relay.url, openSocket: nodeSocket })],
  })
  phone = await createPhoneWallet({
    relayUrl: relay.url,
    chains: [{ chainId: 31337, name: 'Local', url: evm.url }],
    families: chains,
  })
  const connector = config.connectors[0] as PairingConnector
  const { uri } = await connector.pairing.start()
  const connecting = connect(config, { connector })
  await phone.pair(uri)
  await connecting
}, 120_000)
afterAll(async () => {
  config?.destroy()
  await phone?.close()
  await Promise.all([relay, ...(chains ?? [])].map((each) => each?.stop()))
})

function toFamilyChain({ chainId, name, nativeCurrency, url }: FamilyChain): Chain {
  const [chainNamespace = '', id = ''] = chainId.split(':')
  const rpcUrls = { default: { http: [url] } }
  return toChain({ id, name, chainNamespace: chainNamespace as Namespace, nativeCurrency, rpcUrls })
}

async function take(namespace: Namespace) {
  const chain = chains.find(({ chainId }) => chainId.startsWith(`${namespace}:`))
  if (!chain) throw new Error(`There is no chain of ${namespace}.`)
  await switchChain(config, { chainId: chain.chainId })
  const granted = config.state.connections.get('walletConnect')?.accounts ?? []
  const own = granted.filter((account) => account.startsWith(`${namespace}:`)).map((id) => id.split(':')[2] ?? '')
  return { chain, own: own[0] ?? '' }
}

describe('over one session', () => {
  it.each<[Namespace, bigint]>([
    ['solana', 2_000_000n],
    ['bip122', 50_000n],
    ['cosmos', 1000n],
  ])('sends on %s, and the chain takes it', async (namespace, amount) => {
    const { chain, own } = await take(namespace)
    await chain.fund(own)
    const before = phone.received.length
    const hash = await sendTransfer(config, { to: own, amount })
    // A full node keeps only what it has checked; its next block may be far.
    if (namespace === 'bip122') expect((await fetch(`${chain.url}/tx/${hash}`)).status).toBe(200)
    else expect(await waitForTransactionReceipt(config, { hash })).toMatchObject({ status: 'confirmed' })
    expect(phone.received.length).toBe(before + 1)
    await phone.set({ reject: true })
    await expect(sendTransfer(config, { to: own, amount })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    await phone.set({ reject: false })
  })

  it.each<[Namespace]>([['solana'], ['bip122'], ['polkadot'], ['cosmos']])(
    'signs a message on %s',
    async (namespace) => {
      const { chain } = await take(namespace)
      expect((await signMessage(config, { message: 'hello' })).length).toBeGreaterThan(60)
      expect(phone.received.at(-1)?.chainId).toBe(chain.chainId)
    },
  )
})
