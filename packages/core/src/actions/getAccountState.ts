import type { TokenBalance } from '@latchkey/protocol/api'
import type { AccountId, Namespace } from '@latchkey/protocol/caip'
import { type AccountFacts, type AccountType, defaultAccountTypes } from '../connection/accountTypes.js'
import type { Config } from '../createConfig.js'
import { isEmbedded } from '../embedded.js'
import type { State, Status } from '../state.js'
import { getConnection } from './getConnection.js'

/** The user of the embedded wallet, as far as the frame shares it with the page. */
export type AccountUser = { readonly email: string | undefined }

/** The return type of `getAccountState`. */
export type GetAccountStateReturnType = {
  readonly namespace: Namespace
  readonly status: Status
  /** CAIP-10, while a wallet is connected or being restored. */
  readonly caipAddress: AccountId | undefined
  readonly address: string | undefined
  /** What the wallet reports of the active account: type, public key and path; empty where the family has no such facts. */
  readonly facts: AccountFacts
  /** What `getBalance` last read of this account, as exact decimal text. */
  readonly balance: string | undefined
  readonly balanceSymbol: string | undefined
  /** What `getBalances` last read of this account; empty before. */
  readonly tokenBalance: readonly TokenBalance[]
  /** The tab that is chosen in the account view: 0 at first. */
  readonly currentTab: number
  /** Names by address, as `setAddressLabel` gave them. */
  readonly addressLabels: { readonly [address: string]: string }
  /** The user of an embedded wallet; undefined with any other wallet. */
  readonly user: AccountUser | undefined
  /** The preferred account type; a wallet that lacks it shows its own. Undefined for families with one type. */
  readonly preferredAccountType: AccountType | undefined
  readonly smartAccountDeployed: boolean
  /** What `getIdentity` found of this account; null when it has no name, or before. */
  readonly profileName: string | null
  /** An https address; null when the account has no picture, or before. */
  readonly profileImage: string | null
}

const noTokens: readonly TokenBalance[] = []
const noFacts: AccountFacts = {}
const noLabels: { readonly [address: string]: string } = {}

/** The parameters of `getAccountState`. */
export type GetAccountStateParameters = {
  /** The family. Default: the active one. */
  readonly namespace?: Namespace | undefined
}

/**
 * Reads all that is known of the active account of a chain family, without asking anybody.
 *
 * @param config - The config.
 * @param parameters.namespace - The family. Default: the active one.
 * @param state - The state to read. Default: the present one.
 * @returns See {@link GetAccountStateReturnType}; each family has its own.
 *
 * @example
 * import { getAccountState } from '@latchkey/core'
 * const { balance, balanceSymbol, user } = getAccountState(config, { namespace: 'eip155' })
 */
export function getAccountState(
  config: Config,
  parameters: GetAccountStateParameters = {},
  state: State = config.state,
): GetAccountStateReturnType {
  const { namespace, status, caipAddress, address, connector } = getConnection(config, parameters, state)
  const { currentTab, addressLabels, holdings, identity } = state.details?.[namespace] ?? {}
  const held = holdings && holdings.account === caipAddress ? holdings : undefined
  const known = identity && identity.address === address ? identity : undefined
  const isOwn = connector !== undefined && isEmbedded(connector)
  const wallet = config.connectors.find(isEmbedded)?.embedded.getState()
  const defaults: { readonly [family in Namespace]?: AccountType } = defaultAccountTypes
  return {
    namespace,
    status,
    caipAddress,
    address,
    facts: (caipAddress && connector && state.connections.get(connector.id)?.facts?.[caipAddress]) ?? noFacts,
    balance: held?.balance,
    balanceSymbol: held?.balanceSymbol,
    tokenBalance: held?.tokenBalance ?? noTokens,
    currentTab: currentTab ?? 0,
    addressLabels: addressLabels ?? noLabels,
    user: isOwn ? { email: connector.embedded.getState().email } : undefined,
    preferredAccountType: wallet?.preferredAccountTypes[namespace] ?? defaults[namespace],
    smartAccountDeployed: isOwn && namespace === 'eip155' && connector.embedded.getState().smartAccountDeployed,
    profileName: known?.name ?? null,
    profileImage: known?.avatar ?? null,
  }
}
