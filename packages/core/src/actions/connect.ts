import { type AccountId, type ChainId, parseChainId } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { connectTimeout, pairingRenewal, recentWallets, signOutTimeout } from '@latchkey/protocol/internal/limits'
import { dedupe } from '../calls/dedupe.js'
import { withTimeout } from '../calls/withTimeout.js'
import { requireChains, requireFamily } from '../chains/requireChains.js'
import type { ConfiguredChainId, ConfiguredConnectorId } from '../config/configured.js'
import type { WalletErrorCode } from '../config/errorTypes.js'
import { checkSession } from '../connection/checkSession.js'
import type { Connector, WalletSession } from '../connector.js'
import type { Config } from '../createConfig.js'
import type { ResolvedRegister } from '../register.js'
import type { SignInStore } from '../signIn/signInStore.js'
import { connected, connectFailed, connecting, disconnected } from '../state.js'
import { addRecentWallet } from '../wallets/recentWallets.js'
import { disconnect } from './disconnect.js'

/** The parameters of `connect`. */
export type ConnectParameters<config extends Config = ResolvedRegister['config']> = {
  /** The connector or its id; for a wallet of several families, the connector of one of them connects. */
  readonly connector: Connector | ConfiguredConnectorId<config>
  /** The CAIP-2 chain that the wallet should be on; its family becomes active, and of an entry of several is the one asked. */
  readonly chainId?: ConfiguredChainId<config>
  readonly signal?: AbortSignal
}

/** The return type of `connect`. */
export type ConnectReturnType = {
  readonly accounts: readonly AccountId[]
  readonly chains: { readonly [namespace: string]: ChainId }
}

/** The error type of `connect`. */
export type ConnectErrorType = LatchkeyError<
  Exclude<WalletErrorCode, 'USER_REJECTED'> | 'CONNECTION_REJECTED' | 'CONNECTION_FAILED' | 'CONNECTOR_NOT_FOUND'
>

/**
 * Asks a wallet for its accounts and makes it the one that speaks for its chain families.
 *
 * @param config - The config.
 * @param parameters - See {@link ConnectParameters}.
 * @returns The CAIP-10 accounts, the active one first, and the chain of each family.
 * @throws CONNECTION_REJECTED 'Connection rejected' when the visitor refuses; CONNECTOR_NOT_FOUND; CONNECTION_PENDING when
 * the wallet already has a request open; WALLET_NOT_RESPONDING after 120 s (an hour where a code waits to be scanned);
 * WALLET_BAD_ANSWER; CHAINS_NOT_SUPPORTED when it serves none of the chains that were asked for; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-1102
 *
 * @example
 * import { connect } from '@latchkey/core'
 * const { accounts } = await connect(config, { connector: 'io.metamask' })
 */
export async function connect<config extends Config>(
  config: config,
  parameters: ConnectParameters<config>,
): Promise<ConnectReturnType>
export async function connect(config: Config, parameters: ConnectParameters<Config>): Promise<ConnectReturnType> {
  const { signal } = parameters
  const found = find(config, parameters.connector, parameters.chainId)
  // Known wallets are called in the same task: a wallet may open a window only during the click.
  const connector = found instanceof Promise ? await found : found
  // A second click joins the request that is already open in the wallet.
  const prepare = async (store: SignInStore) => {
    const { prepareSignIn } = await import('../signIn/prepareSignIn.js')
    return prepareSignIn(store, config.state, connector, parameters.chainId)
  }
  return dedupe(config, `connect ${connector.id}`, async () => {
    config._internal.update((state) => connecting(state, connector.id))
    try {
      requireFamily(config, connector, parameters.chainId)
      const prepared = config.signIn && canSignIn(connector) ? await prepare(config.signIn) : undefined
      const request = {
        ...prepared?.request,
        ...(parameters.chainId ? { chainId: parameters.chainId } : {}),
        ...(signal ? { signal } : {}),
      }
      const session = checkSession(
        connector,
        await withTimeout(() => connector.connect(request), timeoutFor(connector), signal),
      )
      await requireOrUndo(config, connector, session, parameters.chainId)
      await prepared?.keep(session.signIn)
      const others = config.features.multiWallet ? [] : otherConnections(config, connector)
      // Of a wallet of several families the one that was asked for becomes the active one.
      const wanted = parameters.chainId && parseChainId(parameters.chainId).namespace
      config._internal.update((state) => connected(state, connector.id, session, wanted))
      // The embedded wallet stands first anyway, and is no wallet of the list.
      if (connector.kind !== 'auth') addRecentWallet(config.storage, connector.id, recentWallets)
      await leave(config, others)
      return session
    } catch (thrown) {
      throw toConnectError(thrown)
    } finally {
      config._internal.update((state) => connectFailed(state, connector.id))
    }
  })
}

/** Whether a wallet may sign while it connects; plain EIP-1193 providers cannot. */
function canSignIn({ kind, namespaces }: Connector): boolean {
  return (kind !== 'announced' && kind !== 'injected') || namespaces.includes('solana')
}

/** A wallet that supports none of the requested chains is disconnected again, unless it was connected before. */
async function requireOrUndo(
  config: Config,
  connector: Connector,
  session: WalletSession,
  chainId: ChainId | undefined,
): Promise<void> {
  try {
    requireChains(config, connector, session, chainId)
  } catch (error) {
    if (!config.state.connections.has(connector.id))
      await withTimeout(() => connector.disconnect(), signOutTimeout).catch(() => {})
    throw error
  }
}

function find(
  config: Config,
  wanted: Connector | string,
  chainId: ChainId | undefined,
): Connector | Promise<Connector> {
  const id = typeof wanted === 'string' ? wanted : wanted.id
  return config.connectors.find((known) => known.id === id) ?? findChild(config, id, chainId)
}

// Only wallets of several families stand in the list under another id than their own.
async function findChild(config: Config, id: string, chainId: ChainId | undefined): Promise<Connector> {
  const { childToConnect } = await import('../wallets/multiChain.js')
  const connector = childToConnect(config, id, chainId)
  if (connector) return connector
  if (id === 'walletConnect') {
    throw new LatchkeyError('CONNECTOR_NOT_FOUND', 'WalletConnectConnector not found', {
      hints: ['Pass walletConnect({ relayUrl }) in createConfig({ connectors }).'],
    })
  }
  throw new LatchkeyError('CONNECTOR_NOT_FOUND', `No wallet with the id "${id.slice(0, 80)}" is on this page.`, {
    hints: ['It may not be installed, or it has not announced itself yet.'],
  })
}

/** A code that waits to be scanned is renewed by itself until the visitor turns away. */
function timeoutFor({ kind }: Connector): number {
  return kind === 'walletConnect' ? pairingRenewal : connectTimeout
}

function otherConnections(config: Config, connector: Connector): readonly string[] {
  const uids = new Set(connector.namespaces.map((namespace) => config.state.current[namespace]))
  return [...uids].filter((uid) => uid !== undefined).filter((uid) => uid !== connector.id)
}

async function leave(config: Config, uids: readonly string[]): Promise<void> {
  for (const uid of uids) {
    await disconnect(config, { connector: uid }).catch(() => {})
    // One that says it could not sign out is left all the same: two wallets at once were not asked for.
    config._internal.update((state) => disconnected(state, uid))
  }
}

function toConnectError(thrown: unknown): LatchkeyError {
  const error = fromRpcError(thrown)
  if (error.code === 'USER_REJECTED') {
    return new LatchkeyError('CONNECTION_REJECTED', 'Connection rejected', {
      cause: error,
      ...(error.rpcCode ? { rpcCode: error.rpcCode } : {}),
    })
  }
  if (error.code === 'UNKNOWN')
    return new LatchkeyError('CONNECTION_FAILED', 'Failed to connect', { cause: error, details: error.message })
  return error
}
