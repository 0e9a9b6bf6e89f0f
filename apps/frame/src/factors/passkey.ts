import { LatchkeyError } from '@latchkey/protocol/errors'
import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { FactorProof } from '../types.js'
import { deriveKey } from './deriveKey.js'

/** The browser's credential store, and the relying-party host. */
export type PasskeyHost = {
  readonly credentials: Pick<CredentialsContainer, 'create' | 'get'>
  readonly host: string
}

/** A passkey as the vault knows it, and the key of its client half. */
export type NewPasskey = {
  readonly passkey: { readonly credentialId: string; readonly publicKey: DevicePublicKey; readonly isDoor?: true }
  readonly clientKey: CryptoKey
  /** The authenticator's data. */
  readonly registration: { readonly authenticatorData: string; readonly clientDataJSON: string }
}

/** The proof of a passkey, and the key that it unlocks. */
export type PasskeyProof = FactorProof & {
  readonly extras: { readonly assertion: NonNullable<FactorProof['extras']['assertion']> }
}

const es256 = -7
const wait = 120_000

/**
 * Creates a passkey for a wallet. It must be able to keep a secret (PRF): without one it could not open anything.
 *
 * @param host - The browser.
 * @param wallet - The wallet, how the person will find the passkey again, and the passkeys that are there already; whether it signs
 * in by itself, and the challenge of the server where there is one.
 * @returns What goes to the vault, and the key of the client half.
 * @throws LatchkeyError UNSUPPORTED_METHOD when browser or authenticator cannot do it, USER_REJECTED, ABORTED.
 */
export async function createPasskey(
  host: PasskeyHost,
  wallet: {
    walletId: string
    walletName: string
    label: string
    credentialIds: readonly string[]
    isDoor?: boolean | undefined
    challenge?: string
    signal?: AbortSignal | undefined
  },
): Promise<NewPasskey> {
  const { walletId, walletName, label, credentialIds, isDoor, challenge = randomChallenge(), signal } = wallet
  const publicKey: PublicKeyCredentialCreationOptions = {
    rp: { id: host.host, name: walletName },
    // Not the address: authenticators show and synchronise this id.
    user: { id: Uint8Array.from(utf8ToBytes(walletId)), name: label, displayName: label },
    challenge: Uint8Array.from(fromBase64Url(challenge)),
    pubKeyCredParams: [{ type: 'public-key', alg: es256 }],
    excludeCredentials: credentialIds.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    extensions: { prf: { eval: { first: saltOf(walletId, isDoor) } } },
    timeout: wait,
  }
  const made = await ask(() => host.credentials.create({ publicKey, ...(signal ? { signal } : {}) }))
  const response = made.response as AuthenticatorAttestationResponse
  const prf = made.getClientExtensionResults().prf
  if (prf?.enabled !== true)
    throw new LatchkeyError(
      'UNSUPPORTED_METHOD',
      'This passkey cannot open a wallet: it has no PRF extension. Use another device or browser, or a recovery code. You can delete the passkey that was just made.',
    )
  const credentialId = textOf(made.rawId)
  const spki = response.getPublicKey()
  if (spki === null || response.getPublicKeyAlgorithm() !== es256)
    throw new LatchkeyError('UNSUPPORTED_METHOD', 'This passkey has a kind of key that the wallet does not know')
  // Some authenticators evaluate the PRF only at a sign-in: then a second prompt follows.
  const again = { challenge: randomChallenge(), walletId, isDoor, signal }
  const secret: BufferSource =
    prf.results?.first ?? (await assertPasskey(host, { ...again, credentialIds: [credentialId] })).secret
  return {
    passkey: { credentialId, publicKey: await jwkOf(spki), ...(isDoor ? { isDoor } : {}) },
    clientKey: await clientKeyOf(secret, walletId),
    registration: {
      authenticatorData: textOf(response.getAuthenticatorData()),
      clientDataJSON: textOf(response.clientDataJSON),
    },
  }
}

/**
 * Has a passkey answer a challenge of the vault, which also makes the key of its client half.
 *
 * @param host - The browser.
 * @param asked - The challenge as base64url, the wallet, and its passkeys; any of this host when none are named.
 * @returns The proof; `extras.assertion.credentialId` says which passkey it was.
 * @throws LatchkeyError UNSUPPORTED_METHOD when browser or authenticator cannot do it, USER_REJECTED, ABORTED.
 */
export async function provePasskey(
  host: PasskeyHost,
  asked: {
    challenge: string
    walletId: string
    credentialIds?: readonly string[] | undefined
    /** Whether the passkey signs in by itself. */
    isDoor?: boolean | undefined
    signal?: AbortSignal | undefined
  },
): Promise<PasskeyProof> {
  const { credential, secret } = await assertPasskey(host, asked)
  return { extras: { assertion: assertionOf(credential) }, clientKey: await clientKeyOf(secret, asked.walletId) }
}

/**
 * Lets the user choose a discoverable passkey of this host, of any wallet.
 *
 * @param host - The browser.
 * @param asked - The challenge as base64url.
 * @returns The answer, the wallet that the passkey names, and the key of its client half.
 * @throws LatchkeyError UNSUPPORTED_METHOD when browser or authenticator cannot do it, USER_REJECTED, ABORTED.
 */
export async function findPasskey(
  host: PasskeyHost,
  { challenge }: { challenge: string },
): Promise<{ assertion: PasskeyProof['extras']['assertion']; walletId: string; clientKey: CryptoKey }> {
  const { credential, secret } = await assertPasskey(host, { challenge, walletId: '', isDoor: true })
  const { userHandle } = credential.response as AuthenticatorAssertionResponse
  const walletId = new TextDecoder().decode(userHandle ?? new ArrayBuffer())
  return { assertion: assertionOf(credential), walletId, clientKey: await clientKeyOf(secret, walletId) }
}

function assertionOf({ rawId, response }: PublicKeyCredential): PasskeyProof['extras']['assertion'] {
  const { authenticatorData, clientDataJSON, signature } = response as AuthenticatorAssertionResponse
  return {
    credentialId: textOf(rawId),
    authenticatorData: textOf(authenticatorData),
    clientDataJSON: textOf(clientDataJSON),
    signature: textOf(signature),
  }
}

async function assertPasskey(
  host: PasskeyHost,
  asked: {
    challenge: string
    walletId: string
    credentialIds?: readonly string[] | undefined
    isDoor?: boolean | undefined
    signal?: AbortSignal | undefined
  },
): Promise<{ credential: PublicKeyCredential; secret: BufferSource }> {
  const { challenge, walletId, credentialIds = [], isDoor, signal } = asked
  const publicKey: PublicKeyCredentialRequestOptions = {
    rpId: host.host,
    challenge: Uint8Array.from(fromBase64Url(challenge)),
    allowCredentials: credentialIds.map(descriptorOf),
    userVerification: 'required',
    extensions: { prf: { eval: { first: saltOf(walletId, isDoor) } } },
    timeout: wait,
  }
  const credential = await ask(() => host.credentials.get({ publicKey, ...(signal ? { signal } : {}) }))
  const secret = credential.getClientExtensionResults().prf?.results?.first
  if (secret === undefined)
    throw new LatchkeyError(
      'UNSUPPORTED_METHOD',
      'This browser got no secret from the passkey. Use the browser or device that it was made on, or your recovery code.',
    )
  return { credential, secret }
}

// By design WebAuthn reports absent, cancelled and timed out alike; only "already registered" can be distinguished.
async function ask(job: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  let given: Credential | null
  try {
    given = await job()
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'AbortError') throw new LatchkeyError('ABORTED', 'Request was aborted', { cause })
    if (name === 'InvalidStateError')
      throw new LatchkeyError('INVALID_REQUEST', 'This device already has a passkey for this wallet', { cause })
    if (name === 'NotAllowedError')
      throw new LatchkeyError('USER_REJECTED', 'No passkey was used. Try again, or choose another way.', { cause })
    throw new LatchkeyError('UNSUPPORTED_METHOD', 'This browser cannot use passkeys here', { cause })
  }
  if (given === null || given.type !== 'public-key')
    throw new LatchkeyError('USER_REJECTED', 'No passkey was used. Try again, or choose another way.')
  return given as PublicKeyCredential
}

// Who signs in by a passkey alone is not known before it answers, so its salt is the same for all wallets; its secret is its own.
function saltOf(walletId: string, isDoor: boolean | undefined): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(sha256(utf8ToBytes(isDoor ? 'wprf2' : `wprf1${walletId}`)))
}

function textOf(bytes: ArrayBuffer): string {
  return toBase64Url(new Uint8Array(bytes))
}

function randomChallenge(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
}

function descriptorOf(credentialId: string): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: Uint8Array.from(fromBase64Url(credentialId)) }
}

async function jwkOf(spki: ArrayBuffer): Promise<DevicePublicKey> {
  const key = await crypto.subtle.importKey('spki', spki, { name: 'ECDSA', namedCurve: 'P-256' }, true, ['verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', key)
  return { kty: 'EC', crv: 'P-256', x, y }
}

async function clientKeyOf(secret: BufferSource, walletId: string): Promise<CryptoKey> {
  const bytes = ArrayBuffer.isView(secret)
    ? Uint8Array.from(new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength))
    : new Uint8Array(secret)
  return deriveKey(bytes, walletId, 'passkey/client').finally(() => bytes.fill(0))
}
