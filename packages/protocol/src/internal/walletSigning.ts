import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { LatchkeyError } from '../errors.js'
import { toBase64Url } from './bytes.js'

/** The public half of a device key as a JSON Web Key. */
export type DevicePublicKey = { kty: 'EC'; crv: 'P-256'; x: string; y: string }

/** The identity of one half of a wallet key; unique for each half. */
export type HalfName = { userId: string; walletId: string; factorId: string; kind: string; epoch: number }

/**
 * Returns the id of a device, which is the thumbprint of its key: nobody can claim the id of another device.
 *
 * @param key - The device's public key.
 * @returns 43 characters of base64url.
 * @see https://www.rfc-editor.org/rfc/rfc7638
 *
 * @example
 * import { deviceIdOf } from '@latchkey/protocol/internal/walletSigning'
 * const deviceId = deviceIdOf({ kty: 'EC', crv: 'P-256', x, y })
 */
export function deviceIdOf({ x, y }: DevicePublicKey): string {
  return toBase64Url(sha256(utf8ToBytes(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))))
}

/**
 * Returns the bytes that a device signs for one call of the wallet API (ECDSA P-256 with SHA-256, signature as r‖s).
 *
 * @param call - Method in upper case, path with its query, body as it is sent, a nonce of 128 bits as base64url, the time in
 * milliseconds, and the id of the session, or nothing before there is one.
 * @returns The bytes to sign.
 *
 * @example
 * import { requestBytes } from '@latchkey/protocol/internal/walletSigning'
 * const data = requestBytes({ method: 'GET', path: '/api/auth/devices', body: '', nonce, timestamp: Date.now(), sessionId })
 * const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, deviceKey, data)
 */
export function requestBytes(call: {
  method: string
  path: string
  body: string
  nonce: string
  timestamp: number
  sessionId?: string | undefined
}): Uint8Array<ArrayBuffer> {
  const bodyHash = bytesToHex(sha256(utf8ToBytes(call.body)))
  return lines('latchkey1', call.method, call.path, bodyHash, call.nonce, String(call.timestamp), call.sessionId ?? '')
}

/**
 * Returns the bytes that a device signs to have one half released (ECDSA P-256 with SHA-256, signature as r‖s); the answer is
 * sealed with the same bytes as `aad`.
 *
 * @param release - The challenge and the frame's one-time key as base64url, and what the half is for.
 * @returns The bytes to sign.
 *
 * @example
 * import { releaseBytes } from '@latchkey/protocol/internal/walletSigning'
 * const data = releaseBytes({ challenge, factorId, sessionId, hpkePub, purpose: 'unlock', parentOrigin: 'https://app.example' })
 */
export function releaseBytes(release: {
  challenge: string
  factorId: string
  sessionId: string
  hpkePub: string
  purpose: string
  parentOrigin: string
}): Uint8Array<ArrayBuffer> {
  const { challenge, factorId, sessionId, hpkePub, purpose, parentOrigin } = release
  return lines('release1', challenge, factorId, sessionId, hpkePub, purpose, parentOrigin)
}

/**
 * Returns the associated data of one half, for HPKE on its way and for the envelope at rest.
 *
 * @param half - What names the half.
 * @returns The bytes.
 *
 * @example
 * import { halfAad } from '@latchkey/protocol/internal/walletSigning'
 * const aad = halfAad({ userId, walletId, factorId, kind: 'device', epoch: 1 })
 */
export function halfAad({ userId, walletId, factorId, kind, epoch }: HalfName): Uint8Array<ArrayBuffer> {
  return lines('half1', userId, walletId, factorId, kind, String(epoch))
}

/**
 * Returns the associated data of a typed code on its way to recovery.
 *
 * @param bound - The kind of code, the id of the device that asked for it, and the id of the sign-in's challenge or of the session.
 * @returns The bytes.
 *
 * @example
 * import { deviceIdOf, mailCodeAad } from '@latchkey/protocol/internal/walletSigning'
 * const aad = mailCodeAad({ kind: 'step-up', deviceId: deviceIdOf({ kty: 'EC', crv: 'P-256', x, y }), id: sessionId })
 */
export function mailCodeAad({
  kind,
  deviceId,
  id,
}: {
  kind: string
  deviceId: string
  id: string
}): Uint8Array<ArrayBuffer> {
  return lines('mail1', kind, deviceId, id)
}

/**
 * Proves that a server half came back whole: HMAC-SHA256 under the half over the challenge that released it.
 *
 * @param serverHalf - The half as it came back, 32 bytes.
 * @param proof - The wallet, the factor, the epoch, and the challenge of the `sign-up-roundtrip` release as base64url.
 * @returns 32 bytes.
 *
 * @example
 * import { activationMac } from '@latchkey/protocol/internal/walletSigning'
 * const mac = activationMac(serverHalf, { walletId, factorId, epoch: 1, challenge })
 */
export function activationMac(
  serverHalf: Uint8Array,
  proof: { walletId: string; factorId: string; epoch: number; challenge: string },
): Uint8Array {
  const { walletId, factorId, epoch, challenge } = proof
  return hmac(sha256, serverHalf, lines('activate1', walletId, factorId, String(epoch), challenge))
}

// No part can hold a line break (schemas see to it), so two different lists never give the same bytes.
function lines(...parts: readonly string[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(utf8ToBytes(parts.join('\n')))
}

/** The most zero bits that a proof of work is ever asked for. */
export const maxWorkBits = 22

/**
 * Returns whether a proof of work holds: the SHA-256 of the challenge's hash and the nonce begins with as many zero bits as were asked for.
 *
 * @param work - The challenge as the server gave it, and the nonce that was found.
 * @param bits - The number of zero bits.
 * @returns True when it holds.
 *
 * @example
 * import { isWorkDone } from '@latchkey/protocol/internal/walletSigning'
 * isWorkDone({ challenge, nonce: '4a1' }, 18)
 */
export function isWorkDone({ challenge, nonce }: { challenge: string; nonce: string }, bits: number): boolean {
  return zeroBits(workSeed(challenge), nonce) >= bits
}

function workSeed(challenge: string): Uint8Array {
  return sha256(utf8ToBytes(`latchkey/work/1\n${challenge}`))
}

function zeroBits(seed: Uint8Array, nonce: string): number {
  const [a = 0, b = 0, c = 0, d = 0] = sha256(concatBytes(seed, utf8ToBytes(nonce)))
  return Math.clz32(((a << 24) | (b << 16) | (c << 8) | d) >>> 0)
}

/**
 * Finds the nonce of a proof of work, by trying: about 2^bits times.
 *
 * @param work - The challenge, and the number of zero bits, 22 at most.
 * @returns The nonce.
 * @throws LatchkeyError INVALID_PARAMS when more is asked for.
 *
 * @example
 * import { solveProofOfWork } from '@latchkey/protocol/internal/walletSigning'
 * const nonce = solveProofOfWork({ challenge, bits: 18 })
 */
export function solveProofOfWork({ challenge, bits }: { challenge: string; bits: number }): string {
  // A server must not be able to keep a browser busy for long.
  if (!(bits <= maxWorkBits)) throw new LatchkeyError('INVALID_PARAMS', 'The server asks for too much work')
  const seed = workSeed(challenge)
  for (let count = 0; ; count++) {
    const nonce = count.toString(36)
    if (zeroBits(seed, nonce) >= bits) return nonce
  }
}
