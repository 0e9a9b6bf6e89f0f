import type { Namespace } from '@latchkey/protocol/caip'
import { families } from '../families/families.js'
import { type RestRule, readRule } from '../platform/upstream/restRule.js'

const day = 24 * 60 * 60 * 1000
const bitcoinAddress = '[a-zA-Z0-9]{14,90}'
const txid = '[0-9a-fA-F]{64}'

/** What may be asked of an Esplora API. @see https://github.com/Blockstream/esplora/blob/master/API.md */
const esplora: readonly RestRule[] = [
  readRule(`/address/${bitcoinAddress}`),
  readRule(`/address/${bitcoinAddress}/utxo`),
  readRule(`/address/${bitcoinAddress}/txs`, { query: ['after_txid'] }),
  readRule(`/address/${bitcoinAddress}/txs/chain(/${txid})?`),
  readRule(`/address/${bitcoinAddress}/txs/mempool`),
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

const rules: { readonly [namespace in Namespace]?: readonly RestRule[] } = {
  bip122: esplora,
  ...Object.fromEntries(families.map(({ namespace, restRules }) => [namespace, restRules ?? []])),
}

/** Finds the rule for a path of a family's nodes; nothing when it may not be asked for. */
export function restRule(namespace: Namespace, isPost: boolean, path: string): RestRule | undefined {
  return rules[namespace]?.find((rule) => (rule.kind !== 'read') === isPost && rule.path.test(path))
}
