import { type Chain, type ChainId, type Connector, type Host, LatchkeyError, parseChainId } from '@latchkey/core'
import { badAnswer, type FamilyIdentity, familyConnector, fromErrorMessage, type Grant } from '@latchkey/core/family'
import type { CosmosChainInfo, Keplr } from './keplr.js'

const addressPattern = /^[a-z0-9]{1,83}1[02-9ac-hj-np-z]{38,58}$/
/** What wallets of this interface say of a chain that they do not have; there is no number for it. */
const unknownChain = /no chain info|unknown chain|not (supported|added|found)|invalid chain|there is no modular chain/i

/** What a wallet of Keplr's interface is made a connector with. */
export type KeplrParts = {
  readonly identity: FamilyIdentity
  /** The object, as the page has it now: wallets put another in its place while it loads. */
  readonly keplr: () => Keplr
  readonly target: Window
  readonly event: string
  readonly chainInfo: { readonly [chainId: string]: CosmosChainInfo }
}

/** Creates a connector of a wallet of Keplr's interface. */
export function keplrConnector(host: Host, { identity, keplr, target, event, chainInfo }: KeplrParts): Connector {
  const { name } = identity

  async function enable(chainId: ChainId): Promise<void> {
    const { reference } = parseChainId(chainId)
    try {
      await keplr().enable([reference])
    } catch (thrown) {
      const error = fromErrorMessage(thrown)
      const chain = host.chains().find(({ caipNetworkId }) => caipNetworkId === chainId)
      if (error.code === 'USER_REJECTED' || !chain || !unknownChain.test(`${error.message} ${error.details}`))
        throw error
      await suggest(chain, error)
      await keplr().enable([reference])
    }
  }

  async function suggest(chain: Chain, cause: LatchkeyError): Promise<void> {
    const wallet = keplr()
    if (!wallet.experimentalSuggestChain) {
      throw new LatchkeyError('CHAIN_NOT_ADDED', `${name} does not know ${chain.name}.`, {
        cause,
        hints: ['Add the network in the wallet by hand, then try again.'],
      })
    }
    const { toChainInfo } = await import('./toChainInfo.js')
    await wallet.experimentalSuggestChain(toChainInfo(chain, chainInfo[chain.caipNetworkId]))
  }

  async function readKey(chainId: ChainId): Promise<Grant> {
    const key = (await keplr().getKey(parseChainId(chainId).reference)) as { [field: string]: unknown } | null
    const { bech32Address: address, pubKey } = key ?? {}
    if (typeof address !== 'string' || !addressPattern.test(address)) throw badAnswer(name, 'accounts')
    const publicKey = pubKey instanceof Uint8Array ? toHex(pubKey) : undefined
    return { accounts: [{ address, chains: [chainId], ...(publicKey ? { facts: { publicKey } } : {}) }] }
  }

  return familyConnector(host, {
    namespace: 'cosmos',
    identity,
    limited: false,
    async ask(asking, chainId) {
      // Every question may open a wallet of this interface: what it granted is kept until it says that this changed.
      if (asking === 'silent') return undefined
      if (!chainId) throw noChain(name)
      try {
        await enable(chainId)
        return await readKey(chainId)
      } catch (thrown) {
        throw fromErrorMessage(thrown)
      }
    },
    listen(changed) {
      target.addEventListener(event, changed)
      return () => target.removeEventListener(event, changed)
    },
    async forget() {
      await keplr().disable?.(
        host
          .chains()
          .flatMap(({ caipNetworkId: id }) => (id.startsWith('cosmos:') ? [parseChainId(id).reference] : [])),
      )
    },
    async provider() {
      const { keplrProvider } = await import('./keplrProvider.js')
      return keplrProvider(name, keplr)
    },
  })
}

function noChain(name: string): LatchkeyError {
  return new LatchkeyError('INVALID_CONFIG', `${name} cannot be asked without a Cosmos network.`, {
    hints: ['Pass one in createConfig({ chains }).'],
  })
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
