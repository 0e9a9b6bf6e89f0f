import type { SignatureCheck } from '@latchkey/core'
import { recoverKey } from '@latchkey/core/family'
import { readSs58 } from '@latchkey/protocol/internal/polkadot'
import { blake2b } from '@noble/hashes/blake2.js'
import { hex } from '@scure/base'

type Check = (signature: Uint8Array, message: Uint8Array, account: Uint8Array) => Promise<boolean>

/**
 * By whichever of the family's three kinds of key; extensions sign a text between two marks, so that it is no transaction.
 *
 * @see https://docs.polkadot.com/polkadot-protocol/basics/accounts/
 */
export async function verifyPolkadot({ address, message, signature }: SignatureCheck): Promise<boolean> {
  const account = readSs58(address)?.publicKey
  const given = readHex(signature)
  if (!account || !given) return false
  const candidates = kindsOf(given)
  for (const text of [`<Bytes>${message}</Bytes>`, message]) {
    const bytes = new TextEncoder().encode(text)
    for (const { check, signed } of candidates) {
      if (await check(signed, bytes, account).catch(() => false)) return true
    }
  }
  return false
}

const ed25519: Check = async (signature, message, account) => {
  const { ed25519: curve } = await import('@noble/curves/ed25519.js')
  return curve.verify(signature, message, account, { zip215: false })
}

const sr25519: Check = async (signature, message, account) => {
  const { verify } = await import('@scure/sr25519')
  return verify(message, signature, account)
}

/** The account is the hash of the key. */
const ecdsa: Check = async (signature, message, account) => {
  const key = recoverKey(signature.subarray(0, 64), signature[64] ?? 0, blake2b(message, { dkLen: 32 }))
  return key !== undefined && hex.encode(blake2b(key, { dkLen: 32 })) === hex.encode(account)
}

/** Some wallets put a byte in front that tells the kind. */
function kindsOf(given: Uint8Array): readonly { readonly check: Check; readonly signed: Uint8Array }[] {
  if (given.length === 64) return [sr25519, ed25519].map((check) => ({ check, signed: given }))
  const rest = given.subarray(1)
  const told = given.length === 65 ? [ed25519, sr25519][given[0] ?? -1] : given[0] === 2 ? ecdsa : undefined
  return [
    ...(told ? [{ check: told, signed: rest }] : []),
    ...(given.length === 65 ? [{ check: ecdsa, signed: given }] : []),
  ]
}

function readHex(text: string): Uint8Array | undefined {
  try {
    const bytes = hex.decode(text.replace(/^0x/, '').toLowerCase())
    return bytes.length >= 64 && bytes.length <= 66 ? bytes : undefined
  } catch {
    return undefined
  }
}
