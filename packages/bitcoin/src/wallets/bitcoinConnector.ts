import type { Connector, Host } from '@latchkey/core'
import { type FamilyIdentity, type FamilyWallet, familyConnector } from '@latchkey/core/family'

/** How the Bitcoin wallet of a convention is asked. */
export type AskedWallet = Required<Omit<FamilyWallet, 'namespace' | 'identity' | 'limited'>>

/** Creates a connector of a Bitcoin wallet; how its convention asks is loaded at the first question. */
export function bitcoinConnector(host: Host, identity: FamilyIdentity, load: () => Promise<AskedWallet>): Connector {
  let loaded: AskedWallet | undefined
  const wallet = async () => {
    loaded ??= await load()
    return loaded
  }
  return familyConnector(host, {
    namespace: 'bip122',
    identity,
    limited: false,
    ask: async (...question) => (await wallet()).ask(...question),
    // Who is listened to was asked before.
    listen: (changed, gone) => loaded?.listen(changed, gone) ?? (() => {}),
    switchTo: async (network) => (await wallet()).switchTo(network),
    forget: async () => (await wallet()).forget(),
    provider: async (accounts) => (await wallet()).provider(accounts),
  })
}
