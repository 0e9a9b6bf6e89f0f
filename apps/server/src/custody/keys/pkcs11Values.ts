import type { Pkcs11Module } from './pkcs11Module.js'

/** Numbers of the standard that are used here. */
export const ck = {
  secretKey: 4n,
  aes: 0x1fn,
  mechanism: { aesKeyGen: 0x1080n, aesGcm: 0x1087n },
  attribute: {
    class: 0x0n,
    token: 0x1n,
    private: 0x2n,
    label: 0x3n,
    keyType: 0x100n,
    sensitive: 0x103n,
    encrypt: 0x104n,
    decrypt: 0x105n,
    valueLength: 0x161n,
    extractable: 0x162n,
    neverExtractable: 0x164n,
  },
} as const

/** A structure and what it points to, which must live as long as the structure is in use. */
export type Pinned = { bytes: Buffer; holds: readonly Buffer[] }

/** A number as the standard's `CK_ULONG`. */
export function ulong(value: bigint | number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

/** Writes a list of `CK_ATTRIBUTE`. */
export function attributes(module: Pkcs11Module, values: readonly (readonly [bigint, Buffer])[]): Pinned {
  const bytes = Buffer.alloc(24 * values.length)
  for (const [at, [type, value]] of values.entries()) {
    bytes.writeBigUInt64LE(type, 24 * at)
    bytes.writeBigUInt64LE(module.addressOf(value), 24 * at + 8)
    bytes.writeBigUInt64LE(BigInt(value.length), 24 * at + 16)
  }
  return { bytes, holds: values.map(([, value]) => value) }
}

/** Writes a `CK_MECHANISM` for AES-GCM with a tag of 128 bits. */
export function gcmMechanism(module: Pkcs11Module, nonce: Buffer, aad: Buffer): Pinned {
  const parameters = Buffer.alloc(48)
  const fields = [module.addressOf(nonce), nonce.length, nonce.length * 8, module.addressOf(aad), aad.length, 128]
  for (const [at, field] of fields.entries()) parameters.writeBigUInt64LE(BigInt(field), at * 8)
  return mechanism(module, ck.mechanism.aesGcm, parameters, [nonce, aad])
}

/** Writes a `CK_MECHANISM`. */
export function mechanism(
  module: Pkcs11Module,
  type: bigint,
  parameters?: Buffer,
  holds: readonly Buffer[] = [],
): Pinned {
  const bytes = Buffer.alloc(24)
  bytes.writeBigUInt64LE(type)
  if (parameters !== undefined) {
    bytes.writeBigUInt64LE(module.addressOf(parameters), 8)
    bytes.writeBigUInt64LE(BigInt(parameters.length), 16)
  }
  return { bytes, holds: parameters === undefined ? holds : [parameters, ...holds] }
}
