import { type RestRule, readRule } from '../../platform/upstream/restRule.js'

const day = 24 * 60 * 60 * 1000
const address = '[a-zA-Z0-9]{14,90}'
const txid = '[0-9a-fA-F]{64}'

/** The allowed requests to an Esplora API. @see https://github.com/Blockstream/esplora/blob/master/API.md */
export const restRules: readonly RestRule[] = [
  readRule(`/address/${address}`),
  readRule(`/address/${address}/utxo`),
  readRule(`/address/${address}/txs`, { query: ['after_txid'] }),
  readRule(`/address/${address}/txs/chain(/${txid})?`),
  readRule(`/address/${address}/txs/mempool`),
  readRule(`/tx/${txid}`),
  readRule(`/tx/${txid}/status`),
  readRule(`/tx/${txid}/outspends`),
  // The bytes are what the id is the hash of.
  readRule(`/tx/${txid}/hex`, { keep: day }),
  readRule('/fee-estimates', { keep: 10_000 }),
  readRule('/blocks/tip/height'),
  readRule('/blocks/tip/hash'),
  readRule('/block-height/\\d{1,9}'),
  { path: /^\/tx$/, kind: 'write' },
]
