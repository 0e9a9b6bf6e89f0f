import type { ChainId, Namespace } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { signTimeout } from '@latchkey/protocol/internal/limits'
import { withTimeout } from '../calls/withTimeout.js'
import type { Chain } from '../chain.js'
import { rpcUrlsOf } from '../chains/rpcUrls.js'
import type { Config } from '../createConfig.js'
import type { NamespaceAdapter, ReadContext, TransactionRequest } from '../namespace.js'
import { type CurrentAccount, requireAccount } from './current.js'

/** The account that sends, its chain, and the context for reads on that chain. */
export type Sender = CurrentAccount & {
  readonly chain: Chain
  readonly adapter: NamespaceAdapter
  readonly context: ReadContext
}

/**
 * Resolves the sending account, its chain and the RPC URLs.
 *
 * @throws NOT_CONNECTED; CHAIN_MISMATCH when the wallet is on another chain than `chainId`, or on one that the app does not list.
 */
export async function resolveSender(
  config: Config,
  { namespace, chainId }: { readonly namespace?: Namespace | undefined; readonly chainId?: ChainId | undefined },
): Promise<Sender> {
  const account = requireAccount(config, namespace)
  const { chain } = account
  if (!chain || (chainId && chainId !== chain.caipNetworkId)) throw otherChain(config, account.namespace, chainId)
  const rpcUrls = await rpcUrlsOf(config, chain)
  return { ...account, chain, adapter: config.namespace(account.namespace), context: { chain, rpcUrls } }
}

/**
 * Signs and sends with the sender's wallet.
 *
 * @throws NOT_CONNECTED and CHAIN_MISMATCH when the wallet has switched account or chain meanwhile: a transaction is sent only from
 * the account it was built for.
 */
export async function submit(
  config: Config,
  sender: Sender,
  parameters: { readonly transaction: TransactionRequest; readonly signal?: AbortSignal | undefined },
): Promise<string> {
  const { connector, namespace, address, chain, adapter, context } = sender
  const { transaction, signal } = parameters
  const now = requireAccount(config, namespace)
  const chainId = chain.caipNetworkId
  if (now.chain?.caipNetworkId !== chainId) throw otherChain(config, namespace, chainId)
  if (now.connector !== connector || now.address !== address)
    throw new LatchkeyError('NOT_CONNECTED', 'The wallet went to another account while the transaction was prepared.', {
      hints: ['Nothing was sent. Send again from the account that is meant.'],
    })
  const ask = async () =>
    adapter.sendTransaction(await connector.getProvider(namespace), { address, chainId, transaction, context })
  return withTimeout(ask, signTimeout, signal)
}

/** The error for a request on another chain than the wallet's. */
export function otherChain(config: Config, namespace: Namespace, chainId: ChainId | undefined): LatchkeyError {
  return new LatchkeyError(
    'CHAIN_MISMATCH',
    `The wallet is on ${config.state.chainIds[namespace]}, not on ${chainId ?? 'a network of this app'}.`,
    { hints: ['Switch the network first. Nothing was sent.'] },
  )
}
