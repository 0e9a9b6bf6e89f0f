import type { Namespace } from '@latchkey/protocol/caip'

/** How a path of a REST node is treated. */
export type RestRule = {
  /** The path itself; nothing but what it names comes through. */
  path: RegExp
  /** `write` is sent once and never repeated; `ask` is a question that comes with a body. */
  kind: 'read' | 'ask' | 'write'
  /** The parameters of its query that are passed on. */
  query?: readonly string[]
  /** For how long an answer 200 stays true, in milliseconds; absent: it is not kept. */
  keep?: number
}

const day = 24 * 60 * 60 * 1000
const bitcoinAddress = '[a-zA-Z0-9]{14,90}'
const cosmosAddress = '[a-z]{1,20}1[a-z0-9]{38,60}'
const txid = '[0-9a-fA-F]{64}'
const page = ['pagination.key', 'pagination.limit', 'pagination.offset', 'pagination.count_total', 'pagination.reverse']

const read = (path: string, more: Partial<RestRule> = {}): RestRule => ({
  path: new RegExp(`^${path}$`),
  kind: 'read',
  ...more,
})

/** What may be asked of an Esplora API. @see https://github.com/Blockstream/esplora/blob/master/API.md */
const esplora: readonly RestRule[] = [
  read(`/address/${bitcoinAddress}`),
  read(`/address/${bitcoinAddress}/utxo`),
  read(`/address/${bitcoinAddress}/txs`, { query: ['after_txid'] }),
  read(`/address/${bitcoinAddress}/txs/chain(/${txid})?`),
  read(`/address/${bitcoinAddress}/txs/mempool`),
  read(`/tx/${txid}`),
  read(`/tx/${txid}/status`),
  read(`/tx/${txid}/outspends`),
  // The bytes are what the id is the hash of.
  read(`/tx/${txid}/hex`, { keep: day }),
  read('/fee-estimates', { keep: 10_000 }),
  read('/blocks/tip/height'),
  read('/blocks/tip/hash'),
  read('/block-height/\\d{1,9}'),
  { path: /^\/tx$/, kind: 'write' },
]

/** What may be asked of a Cosmos node's REST API. @see https://docs.cosmos.network/api */
const lcd: readonly RestRule[] = [
  read(`/cosmos/bank/v1beta1/balances/${cosmosAddress}`, { query: page }),
  read(`/cosmos/bank/v1beta1/balances/${cosmosAddress}/by_denom`, { query: ['denom'] }),
  read(`/cosmos/bank/v1beta1/spendable_balances/${cosmosAddress}`, { query: page }),
  read('/cosmos/bank/v1beta1/denoms_metadata', { query: page }),
  read(`/cosmos/auth/v1beta1/accounts/${cosmosAddress}`),
  read(`/cosmos/auth/v1beta1/account_info/${cosmosAddress}`),
  read('/cosmos/base/tendermint/v1beta1/node_info', { keep: 60_000 }),
  read('/cosmos/base/tendermint/v1beta1/blocks/latest'),
  read('/cosmos/base/tendermint/v1beta1/blocks/\\d{1,12}'),
  read('/cosmos/staking/v1beta1/params', { keep: 60_000 }),
  // What is in a block of these chains stays there, as it is.
  read(`/cosmos/tx/v1beta1/txs/${txid}`, { keep: day }),
  { path: /^\/cosmos\/tx\/v1beta1\/simulate$/, kind: 'ask' },
  { path: /^\/cosmos\/tx\/v1beta1\/txs$/, kind: 'write' },
]

const rules: { readonly [namespace in Namespace]?: readonly RestRule[] } = { bip122: esplora, cosmos: lcd }

/** Finds the rule for a path of a family's nodes; nothing when it may not be asked for. */
export function restRule(namespace: Namespace, isPost: boolean, path: string): RestRule | undefined {
  return rules[namespace]?.find((rule) => (rule.kind !== 'read') === isPost && rule.path.test(path))
}
