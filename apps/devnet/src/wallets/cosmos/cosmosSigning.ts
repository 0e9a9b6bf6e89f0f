import { secp256k1 } from '@noble/curves/secp256k1.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, hex } from '@scure/base'
import { type CosmosTestAccount, cosmosAddress } from '../../chains/cosmos/cosmosAccounts.js'
import { aminoSignBytes } from '../../chains/cosmos/signBytes.js'

/** A signature with the key that made it, both base64. */
export type StdSignature = {
  readonly pub_key: { readonly type: 'tendermint/PubKeySecp256k1'; readonly value: string }
  readonly signature: string
}

/** Signs bytes: ECDSA over their SHA-256, 64 bytes. */
export function signCosmos(account: CosmosTestAccount, bytes: Uint8Array): StdSignature {
  return {
    pub_key: { type: 'tendermint/PubKeySecp256k1', value: base64.encode(hex.decode(account.publicKey)) },
    signature: base64.encode(secp256k1.sign(bytes, account.privateKey)),
  }
}

/** The document that stands for a message: it is no transaction of any chain. @see https://github.com/cosmos/cosmos-sdk/blob/main/docs/architecture/adr-036-arbitrary-signature.md */
export function arbitraryDoc(signer: string, data: string | Uint8Array) {
  return {
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs: [{ type: 'sign/MsgSignData', value: { data: base64.encode(toBytes(data)), signer } }],
    sequence: '0',
  }
}

/** Whether a signature over a message is one of an account. */
export function verifyArbitrary(signer: string, data: string | Uint8Array, signature: StdSignature): boolean {
  try {
    const publicKey = base64.decode(signature.pub_key.value)
    const prefix = signer.slice(0, signer.lastIndexOf('1'))
    if (cosmosAddress(publicKey, prefix) !== signer) return false
    return secp256k1.verify(base64.decode(signature.signature), aminoSignBytes(arbitraryDoc(signer, data)), publicKey)
  } catch {
    return false
  }
}

/** A message as bytes. */
export function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? utf8ToBytes(data) : data
}
