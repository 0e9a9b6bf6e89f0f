import { base64 } from '@scure/base'

/** A number of coins as the chain writes it. */
export type CosmosCoin = { readonly denom: string; readonly amount: string }

/** What a signed transfer is written from. */
export type SignedSend = {
  readonly from: string
  readonly to: string
  readonly amount: CosmosCoin
  readonly fee: readonly CosmosCoin[]
  readonly gas: bigint
  readonly sequence: bigint
  /** The compressed secp256k1 key. */
  readonly publicKey: Uint8Array
  /** 64 bytes over the amino form of the same message. */
  readonly signature: Uint8Array
}

/** `SIGN_MODE_LEGACY_AMINO_JSON`: the signature is over the JSON form. */
const aminoMode = 127n

/**
 * Writes a signed transfer as the bytes that a node takes, in base64.
 *
 * @see https://buf.build/cosmos/cosmos-sdk/docs/main:cosmos.tx.v1beta1
 */
export function encodeSend(send: SignedSend): string {
  const { from, to, amount, fee, gas, sequence, publicKey, signature } = send
  const message = [...text(1, from), ...text(2, to), ...part(3, coin(amount))]
  const body = part(1, any('/cosmos.bank.v1beta1.MsgSend', message))
  const key = any('/cosmos.crypto.secp256k1.PubKey', part(1, publicKey))
  const mode = part(1, number(1, aminoMode))
  const signer = [...part(1, key), ...part(2, mode), ...number(3, sequence)]
  const payment = [...fee.flatMap((one) => part(1, coin(one))), ...number(2, gas)]
  const authInfo = [...part(1, signer), ...part(2, payment)]
  return base64.encode(Uint8Array.from([...part(1, body), ...part(2, authInfo), ...part(3, signature)]))
}

function any(type: string, value: readonly number[]): readonly number[] {
  return [...text(1, type), ...part(2, value)]
}

function coin({ denom, amount }: CosmosCoin): readonly number[] {
  return [...text(1, denom), ...text(2, amount)]
}

function text(field: number, value: string): readonly number[] {
  return part(field, new TextEncoder().encode(value))
}

/** A field of known length: wire type 2. */
function part(field: number, bytes: ArrayLike<number>): readonly number[] {
  return [...varint(BigInt(field * 8 + 2)), ...varint(BigInt(bytes.length)), ...Array.from(bytes)]
}

/** A field with a number: wire type 0; nought is not written. */
function number(field: number, value: bigint): readonly number[] {
  return value === 0n ? [] : [...varint(BigInt(field * 8)), ...varint(value)]
}

function varint(value: bigint): readonly number[] {
  return value < 128n ? [Number(value)] : [Number(value & 127n) | 128, ...varint(value >> 7n)]
}
