import * as z from 'zod/mini'

/** The error codes of the wallet API with their HTTP statuses. A code never changes its meaning. */
export const walletRefusals = {
  INVALID: 400,
  UNSIGNED: 401,
  CLOCK_SKEW: 401,
  SESSION_EXPIRED: 401,
  ORIGIN_REFUSED: 403,
  CODE_WRONG: 403,
  STEP_UP_REQUIRED: 403,
  DEVICE_UNVERIFIED: 403,
  FROZEN: 403,
  WALLET_FROZEN: 403,
  PROOF_WRONG: 403,
  TYPED_OUTSIDE: 403,
  OWNER_REQUIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  SPENT: 409,
  CODE_EXPIRED: 410,
  TOO_LARGE: 413,
  LOCKED: 429,
  RATE_LIMITED: 429,
  WORK_REQUIRED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const
/** One code of a refused call of the wallet API. */
export type WalletRefusalCode = keyof typeof walletRefusals

/**
 * The body of a refused call; `serverTime` in milliseconds comes with CLOCK_SKEW, `retryAfterMs` where waiting helps, `work` with
 * WORK_REQUIRED: what `solveProofOfWork` solves, within two minutes and for one call.
 */
export const walletRefusal = z.object({
  code: z.enum(Object.keys(walletRefusals) as [WalletRefusalCode, ...WalletRefusalCode[]]),
  message: z.string(),
  serverTime: z.optional(z.number()),
  retryAfterMs: z.optional(z.number()),
  work: z.optional(z.object({ challenge: z.string().check(z.maxLength(256)), bits: z.int() })),
})
/** The body of a refused call. */
export type WalletRefusalBody = z.infer<typeof walletRefusal>

/** How long a device-signed call is good for, in milliseconds either way. */
export const signedCallWindow = 60_000
/** How long a challenge can be answered, in milliseconds. */
export const challengeLife = 60_000

const base64Url = (bytes: number) =>
  z.string().check(z.regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`)))
const bytesUpTo = (bytes: number) =>
  z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(Math.ceil((bytes * 4) / 3)))
const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,64}$/))
const origin = z.string().check(z.regex(/^https?:\/\/[^\s/?#@]{1,253}$/))
const email = z.string().check(z.minLength(3), z.maxLength(1000))
// Line breaks and other control characters would let one field of a mail or of a signed text run into the next.
const plain = (length: number) => z.string().check(z.regex(new RegExp(`^[^\\p{Cc}\\p{Cf}]{1,${length}}$`, 'u')))

/** The public half of a device key. */
export const devicePublicKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: base64Url(32),
  y: base64Url(32),
})

const work = z.optional(
  z.object({ challenge: z.string().check(z.maxLength(256)), nonce: z.string().check(z.maxLength(16)) }),
)

/** Body of `POST /api/auth/email/start`; `work` answers a refusal with WORK_REQUIRED. */
export const emailStartRequest = z.object({
  email,
  projectId: plain(128),
  parentOrigin: origin,
  devicePublicKey,
  deviceName: plain(80),
  locale: z.optional(plain(35)),
  work,
})
/** Body of `POST /api/auth/email/start`. */
export type EmailStartRequest = z.infer<typeof emailStartRequest>
/** Answer of `POST /api/auth/email/start` and `/resend`. */
export const emailStartAnswer = z.object({
  challengeId: id,
  action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
  retryAfterMs: z.optional(z.number()),
  matchNumber: z.optional(z.string()),
})
/** Answer of `POST /api/auth/email/start` and `/resend`. */
export type EmailStartAnswer = z.infer<typeof emailStartAnswer>
/** Body of `POST /api/auth/email/resend`; `work` answers a refusal with WORK_REQUIRED. */
export const emailResendRequest = z.object({ challengeId: id, work })
/** The codes that a session asks for, besides the one that opened it. */
export type MailCodeKind = 'step-up' | 'change-primary' | 'change-secondary'
/**
 * A typed code as it is sealed to recovery (info `mail-code`, `mailCodeAad` as associated data), as JSON. The address is the one that
 * the person gave; `login` and `change-secondary` need it, so that a code which was sent elsewhere proves nothing.
 */
export type MailCode = { code: string; email?: string | undefined }

/**
 * Body of `POST /api/auth/email/verify`, once recovery has taken the code; `typedIn` is `frame` when absent. A code that was typed in
 * the page around the wallet (`host`) opens a session that is never released a half for `export` or `factor`, and changes no factor
 * but its own device's.
 */
export const emailVerifyRequest = z.object({ challengeId: id, typedIn: z.optional(z.enum(['frame', 'host'])) })
/** Answer of `POST /api/auth/email/verify`; `expiresAt` in milliseconds. */
export const emailVerifyAnswer = z.object({
  sessionToken: base64Url(32),
  sessionId: id,
  userId: id,
  deviceId: base64Url(32),
  isNewDevice: z.boolean(),
  walletId: z.nullable(id),
  expiresAt: z.number(),
})
/** Answer of `POST /api/auth/email/verify`. */
export type EmailVerifyAnswer = z.infer<typeof emailVerifyAnswer>
/**
 * Body of `POST /api/auth/email/change/primary` and `/secondary`, once recovery has taken the code; `typedIn` is `frame` when absent.
 * A session that was opened by a code typed in the frame takes none that was typed in the page (`host`) for this either.
 */
export const emailChangeCodeRequest = z.object({ typedIn: z.optional(z.enum(['frame', 'host'])) })
/** Body of `POST /api/auth/email/change/start`. */
export const emailChangeRequest = z.object({ newEmail: email })

/** The kinds of factors that hold the two halves of a wallet key. */
export const factorKinds = ['device', 'auto', 'passkey', 'code'] as const
/** One kind of factor. */
export type FactorKind = (typeof factorKinds)[number]
/** The purpose of releasing a half. */
export const releasePurposes = ['unlock', 'sign-up-roundtrip', 'recover', 'export', 'factor'] as const
/** The purpose of releasing a half. */
export type ReleasePurpose = (typeof releasePurposes)[number]

const passkey = z.object({
  credentialId: bytesUpTo(1024),
  publicKey: devicePublicKey,
  /** It signs in without an address too, and its client half is kept by a secret that needs no name of the wallet. */
  isDoor: z.optional(z.boolean()),
})
/** The response of a passkey to a challenge. */
export const passkeyAssertion = z.object({
  credentialId: bytesUpTo(1024),
  authenticatorData: bytesUpTo(2048),
  clientDataJSON: bytesUpTo(4096),
  signature: bytesUpTo(256),
})
/** The response of a passkey to a challenge. */
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/**
 * One factor as a frame makes it. `sealedServerHalf` is sealed to the vault (info `server-half`), `sealedClientHalf` (`auto`
 * only) to recovery (info `client-half`), both with `halfAad` as associated data. `clientCipher` is the frame's own ciphertext.
 * `verifier` (`code` only) proves later that the code is known, `locator` finds its wallet without an e-mail address; `passkey` names the credential that must answer.
 */
export const newFactor = z.object({
  factorId: id,
  kind: z.enum(factorKinds),
  sealedServerHalf: bytesUpTo(128),
  sealedClientHalf: z.optional(bytesUpTo(128)),
  clientCipher: z.optional(bytesUpTo(512)),
  verifier: z.optional(base64Url(32)),
  locator: z.optional(base64Url(32)),
  passkey: z.optional(passkey),
  name: z.optional(plain(80)),
})
/** One factor as a frame makes it. */
export type NewFactor = z.infer<typeof newFactor>

const factors = z.array(newFactor).check(z.minLength(1), z.maxLength(20))
const blob = bytesUpTo(1024)

/** The addresses of a wallet. */
export const walletAddresses = z.object({
  eip155: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  solana: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
  bip122: z.object({
    payment: z.string().check(z.regex(/^[0-9a-z]{14,90}$/)),
    ordinal: z.string().check(z.regex(/^[0-9a-z]{14,90}$/)),
  }),
})
/** The addresses of a wallet. */
export type WalletAddresses = z.infer<typeof walletAddresses>

/** Body of `POST /api/vault/wallets`. */
export const walletCreateRequest = z.object({
  idempotencyKey: id,
  walletId: id,
  addresses: walletAddresses,
  epoch: z.literal(1),
  factors,
  blob,
})
/** Body of `POST /api/vault/wallets`. */
export type WalletCreateRequest = z.infer<typeof walletCreateRequest>
/** Body of `POST /api/vault/wallets/{id}/activate`. */
export const walletActivateRequest = z.object({
  proofs: z.array(z.object({ factorId: id, challenge: base64Url(32), mac: base64Url(32) })).check(z.maxLength(20)),
})
/** Body of `POST /api/vault/wallets/{id}/rotate`; `epoch` is the new one, the factors replace all that were there. */
export const walletRotateRequest = z.object({
  epoch: z.int().check(z.minimum(2), z.maximum(1_000_000)),
  blob,
  factors,
})
/** Body of `POST /api/vault/wallets/{id}/rotate`. */
export type WalletRotateRequest = z.infer<typeof walletRotateRequest>

/** Body of `POST /api/vault/challenge` and `POST /api/recovery/challenge`. */
export const challengeRequest = z.object({ factorId: id, purpose: z.enum(releasePurposes) })
/** Answer of a challenge; `expiresAt` in milliseconds. */
export const challengeAnswer = z.object({ challenge: base64Url(32), expiresAt: z.number() })
/** Body of `POST /api/vault/release` and `POST /api/recovery/release`; `signature` is the device's over `releaseBytes`. */
export const releaseRequest = z.object({
  factorId: id,
  challenge: base64Url(32),
  hpkePub: base64Url(32),
  purpose: z.enum(releasePurposes),
  parentOrigin: origin,
  signature: base64Url(64),
  verifier: z.optional(base64Url(32)),
  locator: z.optional(base64Url(32)),
  assertion: z.optional(passkeyAssertion),
})
/** Body of a release. */
export type ReleaseRequest = z.infer<typeof releaseRequest>
/** Answer of `POST /api/vault/release`; `sealed` has the purpose as its info and `releaseBytes` as its associated data. */
export const vaultReleaseAnswer = z.object({
  sealed: bytesUpTo(128),
  blob,
  epoch: z.number(),
  addresses: walletAddresses,
  clientCipher: z.optional(bytesUpTo(512)),
})
/** Answer of `POST /api/recovery/release`. */
export const recoveryReleaseAnswer = z.object({ sealed: bytesUpTo(128) })
/** Body of `POST /api/vault/factors`; `replaces` names a factor of the same kind that goes in the same breath. */
export const factorAddRequest = z.object({ walletId: id, epoch: z.int(), factor: newFactor, replaces: z.optional(id) })
/** Answer of `GET /api/vault/keys`. */
export const vaultKeysAnswer = z.object({ hpke: z.object({ vault: base64Url(32), recovery: base64Url(32) }) })
/**
 * Answer of `GET /api/vault/factors`; times in milliseconds. `frozenForMs` is there while the wallet is frozen, and null where only a
 * passkey or a recovery code ends that. `usedAt` says when a passkey or a code last brought the wallet back.
 */
export const factorsAnswer = z.object({
  walletId: z.nullable(id),
  epoch: z.number(),
  frozenForMs: z.optional(z.nullable(z.number())),
  factors: z.array(
    z.object({
      factorId: id,
      kind: z.enum(factorKinds),
      name: z.optional(z.string()),
      createdAt: z.number(),
      deleteAt: z.nullable(z.number()),
      passkey: z.optional(passkey),
      usedAt: z.optional(z.number()),
    }),
  ),
})
