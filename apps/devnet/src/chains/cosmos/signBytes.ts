import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { DecodedTx } from './decodeTx.js'
import { writeProto } from './protobuf.js'

/** What the signature of a transaction is over: the bytes themselves, or the older JSON form. */
export function signBytes(tx: DecodedTx, chain: string, accountNumber: bigint): Uint8Array {
  return tx.mode === 'direct'
    ? directSignBytes(tx.bodyBytes, tx.authInfoBytes, chain, accountNumber)
    : aminoSignBytes({
        account_number: String(accountNumber),
        chain_id: chain,
        fee: { amount: tx.fee, gas: String(tx.gas) },
        memo: tx.memo,
        msgs: tx.messages.map(({ from, to, amount }) => ({
          type: 'cosmos-sdk/MsgSend',
          value: { amount, from_address: from, to_address: to },
        })),
        sequence: String(tx.sequence),
        ...(tx.timeoutHeight === 0n ? {} : { timeout_height: String(tx.timeoutHeight) }),
      })
}

/** `SignDoc` in protobuf. @see https://docs.cosmos.network/main/build/architecture/adr-020-protobuf-transaction-encoding */
export function directSignBytes(
  bodyBytes: Uint8Array,
  authInfoBytes: Uint8Array,
  chain: string,
  accountNumber: bigint,
): Uint8Array {
  return writeProto([
    [1, bodyBytes],
    [2, authInfoBytes],
    [3, utf8ToBytes(chain)],
    [4, accountNumber],
  ])
}

/** A document as the older form signs it: JSON with its keys in order, and the three signs that Go escapes. */
export function aminoSignBytes(document: unknown): Uint8Array {
  const text = JSON.stringify(sorted(document))
  return utf8ToBytes(text.replace(/[&<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
