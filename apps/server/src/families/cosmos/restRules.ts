import { type RestRule, readRule } from '../../platform/upstream/restRule.js'

const day = 24 * 60 * 60 * 1000
const address = '[a-z]{1,20}1[a-z0-9]{38,60}'
const txid = '[0-9a-fA-F]{64}'
const page = ['pagination.key', 'pagination.limit', 'pagination.offset', 'pagination.count_total', 'pagination.reverse']

/** The allowed requests to the REST API of Cosmos nodes. @see https://docs.cosmos.network/api */
export const restRules: readonly RestRule[] = [
  readRule(`/cosmos/bank/v1beta1/balances/${address}`, { query: page }),
  readRule(`/cosmos/bank/v1beta1/balances/${address}/by_denom`, { query: ['denom'] }),
  readRule(`/cosmos/bank/v1beta1/spendable_balances/${address}`, { query: page }),
  readRule('/cosmos/bank/v1beta1/denoms_metadata', { query: page }),
  readRule(`/cosmos/auth/v1beta1/accounts/${address}`),
  readRule(`/cosmos/auth/v1beta1/account_info/${address}`),
  readRule('/cosmos/base/tendermint/v1beta1/node_info', { keep: 60_000 }),
  readRule('/cosmos/base/tendermint/v1beta1/blocks/latest'),
  readRule('/cosmos/base/tendermint/v1beta1/blocks/\\d{1,12}'),
  readRule('/cosmos/staking/v1beta1/params', { keep: 60_000 }),
  // What is in a block of these chains stays there, as it is.
  readRule(`/cosmos/tx/v1beta1/txs/${txid}`, { keep: day }),
  { path: /^\/cosmos\/tx\/v1beta1\/simulate$/, kind: 'ask' },
  { path: /^\/cosmos\/tx\/v1beta1\/txs$/, kind: 'write' },
]
