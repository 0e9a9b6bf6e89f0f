import { bytesField, listField, numberField, ProtoError, readProto, textField } from './protobuf.js'

/** An amount of one coin. */
export type CosmosCoin = { readonly denom: string; readonly amount: string }

/** A payment. */
export type MsgSend = { readonly from: string; readonly to: string; readonly amount: readonly CosmosCoin[] }

/** How the signature was made. @see https://docs.cosmos.network/main/learn/advanced/transactions */
export type SignMode = 'direct' | 'amino'

/** A transaction with what it was signed over. */
export type DecodedTx = DecodedBody &
  DecodedAuthInfo & {
    readonly bodyBytes: Uint8Array
    readonly authInfoBytes: Uint8Array
    readonly signature: Uint8Array
  }

/** What a transaction does. */
export type DecodedBody = {
  readonly messages: readonly MsgSend[]
  readonly memo: string
  readonly timeoutHeight: bigint
}

/** The signer and the maximum fee. */
export type DecodedAuthInfo = {
  /** Compressed secp256k1; absent when the chain is to know it. */
  readonly publicKey: Uint8Array | undefined
  readonly mode: SignMode
  readonly sequence: bigint
  readonly fee: readonly CosmosCoin[]
  readonly gas: bigint
}

const sendType = '/cosmos.bank.v1beta1.MsgSend'
const keyType = '/cosmos.crypto.secp256k1.PubKey'

/**
 * Decodes a signed transaction of payments by one signer.
 *
 * @throws ProtoError with what cannot be read, or is not known here.
 */
export function decodeTx(raw: Uint8Array): DecodedTx {
  const fields = readProto(raw, [1, 2, 3])
  const bodyBytes = bytesField(fields, 1)
  const authInfoBytes = bytesField(fields, 2)
  const signatures = listField(fields, 3)
  const [signature] = signatures
  if (signature === undefined || signatures.length > 1) throw new ProtoError('Transactions here have one signature')
  return { bodyBytes, authInfoBytes, signature, ...decodeBody(bodyBytes), ...decodeAuthInfo(authInfoBytes) }
}

/** Decodes the half of a transaction that says what it does. @throws ProtoError when it does something else than to pay. */
export function decodeBody(bytes: Uint8Array): DecodedBody {
  const fields = readProto(bytes, [1, 2, 3])
  const messages = listField(fields, 1).map((any) => {
    const { type, value } = readAny(any)
    if (type !== sendType) throw new ProtoError(`Messages of the type ${type.slice(0, 80)} are not known here`)
    const send = readProto(value, [1, 2, 3])
    return { from: textField(send, 1), to: textField(send, 2), amount: listField(send, 3).map(readCoin) }
  })
  if (messages.length === 0) throw new ProtoError('The transaction has no message')
  return { messages, memo: textField(fields, 2), timeoutHeight: numberField(fields, 3) }
}

/** Decodes the `AuthInfo` of a transaction: its signer and fee. @throws ProtoError when there is not one signer. */
export function decodeAuthInfo(bytes: Uint8Array): DecodedAuthInfo {
  const fields = readProto(bytes, [1, 2])
  const signers = listField(fields, 1)
  const [signer] = signers
  if (signer === undefined || signers.length > 1) throw new ProtoError('Transactions here have one signer')
  const info = readProto(signer, [1, 2, 3])
  const single = bytesField(readProto(bytesField(info, 2), [1]), 1)
  const mode = numberField(readProto(single, [1]), 1)
  if (mode !== 1n && mode !== 127n) throw new ProtoError(`The sign mode ${mode} is not known here`)
  const fee = readProto(bytesField(fields, 2), [1, 2])
  return {
    publicKey: readKey(bytesField(info, 1)),
    mode: mode === 1n ? 'direct' : 'amino',
    sequence: numberField(info, 3),
    fee: listField(fee, 1).map(readCoin),
    gas: numberField(fee, 2),
  }
}

function readKey(any: Uint8Array): Uint8Array | undefined {
  if (any.length === 0) return undefined
  const { type, value } = readAny(any)
  if (type !== keyType) throw new ProtoError(`Keys of the type ${type.slice(0, 80)} are not known here`)
  return bytesField(readProto(value, [1]), 1)
}

function readAny(bytes: Uint8Array): { type: string; value: Uint8Array } {
  const any = readProto(bytes, [1, 2])
  return { type: textField(any, 1), value: bytesField(any, 2) }
}

function readCoin(bytes: Uint8Array): CosmosCoin {
  const coin = readProto(bytes, [1, 2])
  const [denom, amount] = [textField(coin, 1), textField(coin, 2)]
  if (!/^(0|[1-9]\d{0,77})$/.test(amount)) throw new ProtoError('An amount is not a whole number')
  return { denom, amount }
}
