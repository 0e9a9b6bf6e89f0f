import { type ChainId, type Namespace, parseAccountId, parseChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Connector, WalletSession } from '../connector.js'
import type { Config } from '../createConfig.js'

/** Rejects a wallet that supports none of the requested families, before calling it. */
export function requireFamily(config: Config, connector: Connector, chainId: ChainId | undefined): void {
  const wanted: readonly Namespace[] = chainId
    ? [parseChainId(chainId).namespace]
    : config.chains.map(({ chainNamespace }) => chainNamespace)
  if (!connector.namespaces.some((namespace) => wanted.includes(namespace))) throw unsupported(connector, chainId)
}

/**
 * Refuses a session that serves nothing that was asked for: no account of the family of the chain, or only accounts on
 * chains that the app does not list. EVM accounts are the same on every chain, so their wallet can still be switched.
 */
export function requireChains(
  config: Config,
  connector: Connector,
  session: WalletSession,
  chainId: ChainId | undefined,
): void {
  const accounts = session.accounts.map(parseAccountId)
  const asked = chainId && parseChainId(chainId).namespace
  const ofFamily = asked ? accounts.filter(({ namespace }) => namespace === asked) : accounts
  const isListed = (id: ChainId) => config.chains.some(({ caipNetworkId }) => caipNetworkId === id)
  const isServed = ofFamily.some(
    (account) => account.namespace === 'eip155' || config.options.allowUnsupportedChain || isListed(account.chainId),
  )
  if (!isServed) throw unsupported(connector, chainId)
}

function unsupported(connector: Connector, chainId: ChainId | undefined): LatchkeyError {
  return new LatchkeyError('CHAINS_NOT_SUPPORTED', 'The connector does not support any of the requested chains', {
    details: `${connector.name} (${connector.namespaces.join(', ')}) was asked for ${chainId ?? 'the networks of the app'}`,
    hints: ['Choose such a network or account in the wallet, or take another wallet.'],
  })
}
