import type { SignatureCheck } from '@latchkey/core'
import { recoverKey } from '@latchkey/core/family'
import { readCosmosAddress, toCosmosMessage } from '@latchkey/protocol/internal/cosmos'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'

/**
 * The account is the hash of the key, and the key comes out of the signature.
 *
 * @see https://github.com/cosmos/cosmos-sdk/blob/main/docs/architecture/adr-036-arbitrary-signature.md
 */
export function verifyCosmos({ address, message, signature }: SignatureCheck): boolean {
  const account = readCosmosAddress(address)?.account
  const signed = decode(signature)
  if (account?.length !== 20 || signed?.length !== 64) return false
  const hash = sha256(new TextEncoder().encode(JSON.stringify(toCosmosMessage(address, message))))
  return [0, 1].some((recovery) => {
    const key = recoverKey(signed, recovery, hash)
    return key !== undefined && hex.encode(ripemd160(sha256(key))) === hex.encode(account)
  })
}

function decode(text: string): Uint8Array | undefined {
  try {
    return base64.decode(text)
  } catch {
    return undefined
  }
}
