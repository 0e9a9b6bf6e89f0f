import type { AccountId, ChainId } from '@latchkey/protocol/caip'
import { fromRpcError, LatchkeyError } from '@latchkey/protocol/errors'
import { connectTimeout } from '@latchkey/protocol/limits'
import { checkSession } from '../checkSession.js'
import type { Connector } from '../connector.js'
import type { Config } from '../createConfig.js'
import { addRecentWallet } from '../recentWallets.js'
import { shared } from '../shared.js'
import { connected, connectFailed, connecting, disconnected } from '../state.js'
import { within } from '../within.js'
import { disconnect } from './disconnect.js'

/** What `connect` takes. */
export type ConnectParameters = {
  /** The connector, or its id. */
  readonly connector: Connector | string
  /** The CAIP-2 chain that the wallet should be on. */
  readonly chainId?: ChainId
  readonly signal?: AbortSignal
}

/** What `connect` returns. */
export type ConnectReturnType = {
  readonly accounts: readonly AccountId[]
  readonly chains: { readonly [namespace: string]: ChainId }
}

/**
 * Asks a wallet for its accounts and makes it the one that speaks for its chain families.
 *
 * @param config - The config.
 * @param parameters - See {@link ConnectParameters}.
 * @returns The CAIP-10 accounts, the active one first, and the chain of each family.
 * @throws CONNECTION_REJECTED 'Connection rejected' when the visitor refuses; CONNECTOR_NOT_FOUND; CONNECTION_PENDING when
 * the wallet already has a request open; WALLET_NOT_RESPONDING after 120 s; WALLET_BAD_ANSWER; ABORTED.
 * @see https://eips.ethereum.org/EIPS/eip-1102
 *
 * @example
 * import { connect } from '@latchkey/core'
 * const { accounts } = await connect(config, { connector: 'io.metamask' })
 */
export async function connect(config: Config, parameters: ConnectParameters): Promise<ConnectReturnType> {
  const { signal } = parameters
  const connector = find(config, parameters.connector)
  // A second click joins the request that is already open in the wallet.
  return shared(config, `connect ${connector.id}`, async () => {
    config.update((state) => connecting(state, connector.id))
    try {
      const request = {
        ...(parameters.chainId ? { chainId: parameters.chainId } : {}),
        ...(signal ? { signal } : {}),
      }
      const session = checkSession(connector, await within(() => connector.connect(request), connectTimeout, signal))
      const others = config.features.multiWallet ? [] : speakersBesides(config, connector)
      config.update((state) => connected(state, connector.id, session))
      addRecentWallet(config.storage, connector.id)
      await leave(config, others)
      return session
    } catch (thrown) {
      throw toConnectError(thrown)
    } finally {
      config.update((state) => connectFailed(state, connector.id))
    }
  })
}

function find(config: Config, wanted: Connector | string): Connector {
  const id = typeof wanted === 'string' ? wanted : wanted.id
  const connector = config.connectors.find((known) => known.id === id)
  if (connector) return connector
  throw new LatchkeyError('CONNECTOR_NOT_FOUND', `No wallet with the id "${id.slice(0, 80)}" is on this page.`, {
    hints: ['It may not be installed, or it has not announced itself yet.'],
  })
}

function speakersBesides(config: Config, connector: Connector): readonly string[] {
  const speakers = new Set(connector.namespaces.map((namespace) => config.state.current[namespace]))
  return [...speakers].filter((uid) => uid !== undefined).filter((uid) => uid !== connector.id)
}

async function leave(config: Config, uids: readonly string[]): Promise<void> {
  for (const uid of uids) {
    await disconnect(config, { connector: uid }).catch(() => {})
    // One that says it could not sign out is left all the same: two wallets at once were not asked for.
    config.update((state) => disconnected(state, uid))
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
