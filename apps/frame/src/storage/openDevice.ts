import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { type DevicePublicKey, deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
import type { FrameStorage } from './storage.js'

/** This browser, as the wallet's server knows it. */
export type Device = {
  readonly id: string
  readonly publicKey: DevicePublicKey
  /** Signs with the non-extractable key; r‖s as base64url. */
  sign(data: Uint8Array<ArrayBuffer>): Promise<string>
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }

/**
 * Returns the device key of this browser, which is made at the first use.
 *
 * @param storage - What this browser keeps.
 * @returns The device.
 */
export async function openDevice(storage: FrameStorage): Promise<Device> {
  const known = await storage.read('device', '')
  const { privateKey, publicKey } = known ?? (await storage.claim('device', '', await createKey()))
  return {
    id: deviceIdOf(publicKey),
    publicKey,
    async sign(data) {
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, data)
      return toBase64Url(new Uint8Array(signature))
    },
  }
}

async function createKey(): Promise<{ privateKey: CryptoKey; publicKey: DevicePublicKey }> {
  const { privateKey, publicKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey)
  return { privateKey, publicKey: { kty: 'EC', crv: 'P-256', x, y } }
}
