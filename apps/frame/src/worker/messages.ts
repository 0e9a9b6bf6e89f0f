import type { FactorKind, MailCode } from '@latchkey/protocol/internal/walletApi'
import type { Addresses } from './keys.js'
import type { TypedData } from './typedData.js'

/** The user of the wallet. */
export type WalletName = { userId: string; walletId: string }
/** A factor to make; `clientKey` (AES-GCM, best not extractable) keeps its client half, `auto` has none. */
export type FactorPlan = { factorId: string; kind: FactorKind; clientKey?: CryptoKey }
/** A factor as it goes to the server: ciphertexts as base64url. */
export type MadeFactor = {
  factorId: string
  kind: FactorKind
  sealedServerHalf: string
  sealedClientHalf?: string
  clientCipher?: string
}
/** The public keys of vault and recovery, as base64url. */
export type CustodyKeys = { vaultKey: string; recoveryKey: string }
/** Everything needed to join two halves of one factor, as the servers released it. */
export type Opening = {
  name: WalletName
  factorId: string
  kind: FactorKind
  epoch: number
  /** The newest epoch that this browser has seen; anything older is an old copy put back. */
  minimumEpoch: number
  addresses: Addresses
  blob: string
  sessionId: string
  parentOrigin: string
  purpose: string
  server: { challenge: string; sealed: string }
  client: { cipher: string; key: CryptoKey } | { challenge: string; sealed: string }
}
/** What is signed; bytes as they are, never a bare hash. */
export type SignRequest =
  | { kind: 'evmMessage'; message: Uint8Array }
  | { kind: 'evmTypedData'; data: TypedData; chainId: number }
  | { kind: 'evmTransaction'; unsigned: Uint8Array; chainId: number }
  | { kind: 'solanaMessage'; message: Uint8Array }
  | { kind: 'solanaTransaction'; transaction: Uint8Array }
  /** `inputs` by their places; every own one when absent. */
  | { kind: 'bitcoinPsbt'; psbt: Uint8Array; inputs?: readonly number[] }
  | { kind: 'bitcoinMessage'; message: Uint8Array; of: 'payment' | 'ordinal'; as: 'bip322' | 'ecdsa' }
  /** Signs nothing: gives the public keys, the payment account's and then the ordinals', both in hex. */
  | { kind: 'bitcoinKeys' }

/** The requests to the worker and their results: only addresses, ciphertexts, proofs and signatures. */
export type KeyringCalls = {
  create: {
    /** `secret`: of a wallet that its owner brings, as `parseSecret` reads it; new entropy when absent. */
    ask: { name: WalletName; custodyKeys: CustodyKeys; factors: readonly FactorPlan[]; secret?: Uint8Array }
    answer: { addresses: Addresses; epoch: number; blob: string; factors: MadeFactor[] }
  }
  /** Creates a one-time key that halves are released to; good for one opening within a minute. */
  startRelease: { ask: Record<never, never>; answer: { hpkePub: string } }
  /** Proves that a factor of a new wallet came back whole; the wallet signs when all have. */
  prove: { ask: Opening; answer: { mac: string; left: number } }
  unlock: { ask: Opening; answer: { addresses: Addresses; epoch: number } }
  addFactor: { ask: { custodyKeys: CustodyKeys; factor: FactorPlan }; answer: { factor: MadeFactor; epoch: number } }
  /** Creates a new key and factors for it; the old key stays in use until `settleRotation` says that the server took them. */
  rotate: {
    ask: { custodyKeys: CustodyKeys; factors: readonly FactorPlan[] }
    answer: { epoch: number; blob: string; factors: MadeFactor[] }
  }
  settleRotation: { ask: { isTaken: boolean }; answer: { epoch: number } }
  /** A signature, a signed transaction or a PSBT: EVM as 0x hex, the others as base64url; public keys with a comma between. */
  sign: { ask: SignRequest; answer: { signed: string } }
  /** Solves a proof of work for a mail, so that many mails are costly. */
  work: { ask: { challenge: string; bits: number }; answer: { nonce: string } }
  /** Seals a mailed code to recovery's key, bound by `mailCodeAad`. */
  sealCode: {
    ask: { recoveryKey: string; typed: MailCode; bound: { kind: string; deviceId: string; id: string } }
    answer: { sealed: string }
  }
  lock: { ask: Record<never, never>; answer: Record<never, never> }
  status: { ask: Record<never, never>; answer: { isUnlocked: boolean; isProven: boolean; locksAt: number | null } }
}
/** The name of one call. */
export type KeyringCall = keyof KeyringCalls
/** The worker's side of each call. */
export type Keyring = {
  readonly [N in KeyringCall]: (ask: KeyringCalls[N]['ask']) => Promise<KeyringCalls[N]['answer']>
}
