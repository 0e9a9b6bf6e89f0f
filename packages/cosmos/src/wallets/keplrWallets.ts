import type { CreateConnector, Discovery } from '@latchkey/core'
import { type FamilyIdentity, familyIdentity, readPath, watchPage } from '@latchkey/core/family'
import type { CosmosParameters } from '../parameters.js'
import { type CosmosChainInfo, type Keplr, keplrPlaces } from './keplr.js'
import { keplrConnector } from './keplrConnector.js'

/** Finds the Cosmos wallets of a page that have Keplr's interface: Keplr, Leap, Cosmostation and others. @see https://docs.keplr.app/api */
export function keplrWallets(parameters: CosmosParameters): CreateConnector {
  const chainInfo = (parameters.chainInfo ?? {}) as { readonly [chainId: string]: CosmosChainInfo }
  return (host): Discovery => ({
    discover(found) {
      const target = parameters.target ?? (typeof window === 'undefined' ? undefined : window)
      if (!target) return () => {}
      const known = new Map<string, unknown>()
      return watchPage(target, () => {
        for (const { path, name, event } of keplrPlaces) {
          const read = () => readPath(target, path, ['enable', 'getKey']) as Keplr | undefined
          const first = read()
          const identity = first && identify(first, name)
          // Some wallets put themselves in a second place too, under another's name.
          if (!identity || known.has(identity.id) || [...known.values()].includes(first)) continue
          known.set(identity.id, first)
          found(keplrConnector(host, { identity, keplr: () => read() ?? first, target, event, chainInfo }))
        }
      })
    },
  })
}

/**
 * The name and picture that a wallet says of itself, else the name of its place: few of this interface say anything. The name of
 * another place is not taken, or the wallet that stands there would be left out as known already.
 */
function identify(wallet: Keplr, placeName: string): FamilyIdentity | undefined {
  const byPlace = familyIdentity('cosmos', 'injected', { name: placeName })
  try {
    const said = familyIdentity('cosmos', 'injected', { name: wallet.name, icon: wallet.icon })
    const isOfAnother = keplrPlaces.some(({ name }) => said?.id === familyIdentity('cosmos', 'injected', { name })?.id)
    return said && !isOfAnother ? said : byPlace
  } catch {
    // What it says of itself may be something that throws on being looked at.
    return byPlace
  }
}
