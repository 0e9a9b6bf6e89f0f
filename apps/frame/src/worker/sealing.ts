import { LatchkeyError } from '@latchkey/protocol/errors'
import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { hpkeInfo, openHpke, sealHpke } from '@latchkey/protocol/internal/hpke'
import type { MailCode } from '@latchkey/protocol/internal/walletApi'
import { type HalfName, halfAad, mailCodeAad, releaseBytes } from '@latchkey/protocol/internal/walletSigning'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { type Halves, splitKey } from './factors.js'
import type { CustodyKeys, FactorPlan, MadeFactor, Opening, WalletName } from './messages.js'

/** The source of random bytes. */
export type Random = (size: number) => Uint8Array<ArrayBuffer>

const nonceSize = 12

/**
 * Creates one factor of a wallet key: splits it anew and seals each half to the service that stores it.
 *
 * @param key - The wallet key.
 * @param plan - The factor.
 * @param place - Whose wallet it is, its epoch, and the public keys of vault and recovery.
 * @param random - Where random bytes come from.
 * @returns The ciphertexts.
 * @throws LatchkeyError INVALID_PARAMS when there is no key to encrypt the client half to.
 */
export async function makeFactor(
  key: Uint8Array,
  plan: FactorPlan,
  place: { name: WalletName; epoch: number; custodyKeys: CustodyKeys },
  random: Random,
): Promise<MadeFactor> {
  const { factorId, kind, clientKey } = plan
  const aad = halfAad({ ...place.name, factorId, kind, epoch: place.epoch })
  const { serverHalf, clientHalf } = splitKey(key, random(32))
  const { vaultKey, recoveryKey } = place.custodyKeys
  try {
    const sealedServerHalf = toBase64Url(
      sealHpke(fromBase64Url(vaultKey), serverHalf, { info: hpkeInfo('server-half'), aad }),
    )
    if (kind === 'auto') {
      const binding = { info: hpkeInfo('client-half'), aad }
      const sealedClientHalf = toBase64Url(sealHpke(fromBase64Url(recoveryKey), clientHalf, binding))
      return { factorId, kind, sealedServerHalf, sealedClientHalf }
    }
    if (!clientKey) throw new LatchkeyError('INVALID_PARAMS', 'The factor has nothing to keep its client half under')
    const iv = random(nonceSize)
    const half = Uint8Array.from(clientHalf)
    const cipher = await crypto.subtle
      .encrypt({ name: 'AES-GCM', iv, additionalData: aad }, clientKey, half)
      .finally(() => half.fill(0))
    return {
      factorId,
      kind,
      sealedServerHalf,
      clientCipher: toBase64Url(new Uint8Array([...iv, ...new Uint8Array(cipher)])),
    }
  } finally {
    serverHalf.fill(0)
    clientHalf.fill(0)
  }
}

/**
 * Seals a code from a mail so that only recovery reads it.
 *
 * @param recoveryKey - Recovery's public key as base64url.
 * @param typed - The code and the address as typed.
 * @param bound - The kind of code, this browser's device, and the challenge or session that it answers.
 * @returns The sealed code as base64url.
 */
export function sealMailCode(recoveryKey: string, typed: MailCode, bound: Parameters<typeof mailCodeAad>[0]): string {
  const binding = { info: hpkeInfo('mail-code'), aad: mailCodeAad(bound) }
  return toBase64Url(sealHpke(fromBase64Url(recoveryKey), utf8ToBytes(JSON.stringify(typed)), binding))
}

/**
 * Opens both halves of a factor as the servers released them.
 *
 * @param opening - What was released.
 * @param release - The one-time key pair that it was released to.
 * @returns The halves, 32 bytes each; whether they are right shows when the blob opens.
 * @throws LatchkeyError UNAUTHORIZED when anything was changed, bound elsewhere or sealed to another key.
 */
export async function openHalves(
  opening: Opening,
  release: { publicKey: Uint8Array; privateKey: Uint8Array },
): Promise<Halves> {
  const { factorId, kind, epoch, sessionId, parentOrigin, purpose, server, client, name } = opening
  const hpkePub = toBase64Url(release.publicKey)
  const released = ({ challenge, sealed }: { challenge: string; sealed: string }) => {
    const aad = releaseBytes({ challenge, factorId, sessionId, hpkePub, purpose, parentOrigin })
    return openHpke(release.privateKey, fromBase64Url(sealed), { info: hpkeInfo(purpose), aad })
  }
  let clientHalf: Uint8Array | undefined
  try {
    clientHalf = 'sealed' in client ? released(client) : await decipher(client, { ...name, factorId, kind, epoch })
    return { serverHalf: released(server), clientHalf }
  } catch (cause) {
    clientHalf?.fill(0)
    throw new LatchkeyError('UNAUTHORIZED', 'The factor cannot be decrypted', { cause })
  }
}

async function decipher({ cipher, key }: { cipher: string; key: CryptoKey }, half: HalfName): Promise<Uint8Array> {
  const bytes = Uint8Array.from(fromBase64Url(cipher))
  const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, nonceSize), additionalData: halfAad(half) }
  return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(nonceSize)))
}
