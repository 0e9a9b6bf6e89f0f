import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { readCosmosAddress } from '../../namespaces/cosmos/address.js'
import { recoverKey } from './recoverKey.js'
import type { SignatureCheck } from './signatureCheck.js'

/**
 * The account is the hash of the key, and the key comes out of the signature.
 *
 * @see https://github.com/cosmos/cosmos-sdk/blob/main/docs/architecture/adr-036-arbitrary-signature.md
 */
export function verifyCosmos({ address, message, signature }: SignatureCheck): boolean {
  const account = readCosmosAddress(address)?.account
  const signed = decode(signature)
  if (account?.length !== 20 || signed?.length !== 64) return false
  const hash = sha256(new TextEncoder().encode(signedDocument(address, message)))
  return [0, 1].some((recovery) => {
    const key = recoverKey(signed, recovery, hash)
    return key !== undefined && hex.encode(ripemd160(sha256(key))) === hex.encode(account)
  })
}

/** Fields in the order of their names, without a space. */
function signedDocument(signer: string, message: string): string {
  const data = base64.encode(new TextEncoder().encode(message))
  return JSON.stringify({
    account_number: '0',
    chain_id: '',
    fee: { amount: [], gas: '0' },
    memo: '',
    msgs: [{ type: 'sign/MsgSignData', value: { data, signer } }],
    sequence: '0',
  })
}

function decode(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
