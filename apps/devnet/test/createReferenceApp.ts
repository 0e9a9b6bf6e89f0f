import { closeKit, type Kit, openWalletKit } from '../src/phone/openWalletKit.js'

/** An app on the protocol's own reference implementation, whose client for apps and for wallets is one. */
export type ReferenceApp = { client: Kit['engine']['signClient']; close(): Promise<void> }

/** Makes an app that says it is a shop. */
export async function createReferenceApp(relayUrl: string): Promise<ReferenceApp> {
  const kit = await openWalletKit({ relayUrl, chains: [], name: 'Shop' })
  const client = kit.engine.signClient
  client.metadata.url = 'https://shop.example'
  return { client, close: () => closeKit(kit) }
}

/** Offers a pairing for some networks; `approved` settles with the wallet's answer. */
export async function offer(client: ReferenceApp['client'], chains: readonly number[]) {
  const eip155 = {
    chains: chains.map((chain) => `eip155:${chain}`),
    methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain', 'eth_unknown'],
    events: ['chainChanged', 'accountsChanged'],
  }
  return offerAny(client, { eip155 })
}

type Namespaces = NonNullable<Parameters<ReferenceApp['client']['connect']>[0]['optionalNamespaces']>

/** Offers a pairing for networks of any family. */
export async function offerAny(client: ReferenceApp['client'], optionalNamespaces: Namespaces) {
  const { uri = '', approval } = await client.connect({ optionalNamespaces })
  // The client forgets an answer that comes before somebody waits for it.
  const approved = approval()
  approved.catch(() => {})
  return { uri, approved }
}

/** Offers a pairing that signs in with the same step. */
export async function offerSignIn(client: ReferenceApp['client'], chains: readonly number[], methods?: string[]) {
  const { uri, response } = await client.authenticate({
    chains: chains.map((chain) => `eip155:${chain}`),
    domain: 'shop.example',
    uri: 'https://shop.example/login',
    nonce: 'abcdefgh',
    ...(methods === undefined ? {} : { methods }),
  })
  const signed = response()
  signed.catch(() => {})
  return { uri, signed }
}
