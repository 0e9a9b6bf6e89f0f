import { type AccountId, type Namespace, parseAccountId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Chain } from '../chain.js'
import type { Connector } from '../connector.js'
import type { Config } from '../createConfig.js'

/** The connector that speaks for a family now, if its wallet is there. */
export function connectorOf(config: Config, namespace: Namespace): Connector | undefined {
  const uid = config.state.current[namespace]
  if (uid === undefined || config.state.connections.get(uid)?.phase !== 'live') return undefined
  return config.connectors.find(({ id }) => id === uid)
}

/** The active account of a family, and the wallet behind it. */
export type CurrentAccount = {
  readonly connector: Connector
  readonly namespace: Namespace
  readonly accountId: AccountId
  readonly address: string
  /** The active chain; undefined when the wallet is on a chain that the app does not list. */
  readonly chain: Chain | undefined
}

/** The active account of a family, or a clear error. */
export function requireAccount(config: Config, namespace: Namespace = config.state.active): CurrentAccount {
  const connector = connectorOf(config, namespace)
  const connection = connector && config.state.connections.get(connector.id)
  const accountId = connection?.accounts.find((account) => account.startsWith(`${namespace}:`))
  if (!connector || !accountId) {
    throw new LatchkeyError('NOT_CONNECTED', 'No wallet is connected.', {
      details: 'client not set',
      hints: ['Call connect() first.'],
    })
  }
  const chain = config.chains.find(({ caipNetworkId }) => caipNetworkId === config.state.chainIds[namespace])
  return { connector, namespace, accountId, address: parseAccountId(accountId).address, chain }
}
