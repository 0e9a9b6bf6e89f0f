import { createPublicKey, verify } from 'node:crypto'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'

/** Returns whether a device signed some bytes: ECDSA P-256 with SHA-256, signature as r‖s in base64url. */
export function verifyDeviceSignature(key: DevicePublicKey, data: Uint8Array, signature: string): boolean {
  try {
    const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' })
    return verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
