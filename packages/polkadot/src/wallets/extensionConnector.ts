import { type ChainId, type Connector, type Host, LatchkeyError } from '@latchkey/core'
import {
  badAnswer,
  type FamilyAccount,
  type FamilyIdentity,
  familyConnector,
  fromErrorMessage,
  type Grant,
} from '@latchkey/core/family'
import type { Extension, Injected } from './extension.js'

const addressPattern = /^[1-9A-HJ-NP-Za-km-z]{46,50}$/

/** Creates a connector of an extension of the Polkadot convention. */
export function extensionConnector(host: Host, identity: FamilyIdentity, extension: Extension): Connector {
  const { name } = identity
  let injected: Injected | undefined

  async function enable(): Promise<Injected> {
    let given: unknown
    try {
      given = await extension.enable(host.metadata?.name ?? 'Latchkey')
    } catch (thrown) {
      throw fromErrorMessage(thrown)
    }
    if (!isInjected(given)) throw badAnswer(name, 'an extension that allows this page')
    injected = given
    return given
  }

  /** Chains that the app lists and an account can be used on: all, unless the account is bound to one. */
  function chainsFor(genesisHash: unknown): readonly ChainId[] {
    const listed = host.chains().filter(({ chainNamespace }) => chainNamespace === 'polkadot')
    const bound = typeof genesisHash === 'string' ? `polkadot:${genesisHash.slice(2, 34)}` : undefined
    return listed.map(({ caipNetworkId }) => caipNetworkId).filter((id) => bound === undefined || id === bound)
  }

  function toGrant(told: unknown): Grant {
    if (!Array.isArray(told)) throw badAnswer(name, 'accounts')
    const accounts = told.flatMap((entry): FamilyAccount[] => {
      const { address, type, genesisHash } = (entry ?? {}) as { [field: string]: unknown }
      // These have an address of another family, which cannot sign for this one.
      if (type === 'ethereum') return []
      if (typeof address !== 'string' || !addressPattern.test(address)) throw badAnswer(name, 'accounts')
      const chains = chainsFor(genesisHash)
      return chains.length > 0 ? [{ address, chains }] : []
    })
    return { accounts }
  }

  return familyConnector(host, {
    namespace: 'polkadot',
    identity,
    limited: false,
    async ask(asking) {
      // The convention has no silent way: who let the page in before is not asked again, and reloads rely on that.
      const allowed = asking === 'changed' && injected ? injected : await enable()
      const grant = toGrant(await allowed.accounts.get())
      if (grant.accounts.length > 0 || asking !== 'open') return grant
      throw new LatchkeyError('WALLET_BAD_ANSWER', `${name} has no account for this page.`, {
        hints: ['Create an account in the extension, or let this page see one, and try again.'],
      })
    },
    listen(changed) {
      let isFirst = true
      const stop = injected?.accounts.subscribe?.(() => {
        // It tells what is known already as soon as one listens.
        if (!isFirst) changed()
        isFirst = false
      })
      return () => {
        if (typeof stop === 'function') stop()
      }
    },
    async forget() {
      injected = undefined
    },
    async provider() {
      const { extensionProvider } = await import('./extensionProvider.js')
      return extensionProvider(name, (injected ?? (await enable())).signer)
    },
  })
}

function isInjected(value: unknown): value is Injected {
  try {
    const { accounts, signer } = value as Injected
    return typeof accounts.get === 'function' && typeof signer === 'object' && signer !== null
  } catch {
    return false
  }
}
