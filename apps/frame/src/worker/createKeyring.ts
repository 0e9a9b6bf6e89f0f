import { LatchkeyError } from '@latchkey/protocol/errors'
import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { createHpkeKeyPair, type HpkeKeyPair } from '@latchkey/protocol/internal/hpke'
import { activationMac, solveProofOfWork } from '@latchkey/protocol/internal/walletSigning'
import { bytesToHex } from '@noble/hashes/utils.js'
import { joinKey, openBlob, sealBlob } from './factors.js'
import { type Addresses, addressesOf, deriveKeys, type Keys } from './keys.js'
import type { CustodyKeys, FactorPlan, Keyring, Opening, WalletName } from './messages.js'
import { makeFactor, openHalves, type Random, sealMailCode } from './sealing.js'
import { sign } from './sign.js'

/** How long a wallet stays open without being used, in milliseconds. */
export const idleLock = 15 * 60_000
/** How long a wallet stays open at most, in milliseconds. */
export const absoluteLock = 60 * 60_000
const releaseLife = 60_000

/** What a wallet that was opened for export lends to the calls of `/export`; the embedded frame's worker has none of them. */
export type Exported = { name: WalletName; secret: Uint8Array; addresses: Addresses }

type Held = {
  name: WalletName
  purpose: string
  secret: Uint8Array
  key: Uint8Array
  keys: Keys
  addresses: Addresses
  epoch: number
  unproven: Set<string>
  next?: { key: Uint8Array; epoch: number } | undefined
  openedAt: number
  usedAt: number
}

/** Returns the wallet when it was opened for export; throws LatchkeyError UNAUTHORIZED otherwise. */
export type TakeExported = () => Exported

/**
 * Creates the keyring of one wallet. What it holds is the secret, K and the private keys; what it gives is addresses,
 * ciphertexts, proofs and signatures, and each answer is searched for what it holds before it leaves.
 *
 * @param deps - The clock in milliseconds, and where random bytes come from.
 * @param more - Calls besides; only the worker of the wallet's own windows has any.
 * @returns The keyring; calls come one after the other, see `serveKeyring`.
 */
export function createKeyring<More extends object = Record<never, never>>(
  { now, random }: { now: () => number; random: Random },
  more?: (take: TakeExported) => More,
): Keyring & More {
  let held: Held | undefined
  let release: (HpkeKeyPair & { madeAt: number }) | undefined
  const newest = new Map<string, number>()

  function wipe() {
    if (!held) return
    const { secret, key, keys, next } = held
    for (const bytes of [secret, key, ...Object.values(keys), ...(next ? [next.key] : [])]) bytes.fill(0)
    held = undefined
  }
  function expire() {
    if (held && now() >= locksAt(held)) wipe()
  }
  function open(): Held {
    expire()
    if (!held) throw new LatchkeyError('UNAUTHORIZED', 'The wallet is locked')
    held.usedAt = now()
    return held
  }
  function proven(): Held {
    const wallet = open()
    if (wallet.unproven.size > 0)
      throw new LatchkeyError('UNAUTHORIZED', 'The wallet is not yet known to be recoverable')
    return wallet
  }
  async function hold(wallet: Omit<Held, 'keys' | 'addresses' | 'openedAt' | 'usedAt'>): Promise<Held> {
    const keys = await deriveKeys(wallet.secret)
    wipe()
    held = { ...wallet, keys, addresses: addressesOf(keys), openedAt: now(), usedAt: now() }
    newest.set(wallet.name.walletId, wallet.epoch)
    return held
  }
  // The server's half is sealed with the purpose, which cannot be changed afterwards.
  function exported(): Exported {
    const wallet = proven()
    if (wallet.purpose !== 'export') throw new LatchkeyError('UNAUTHORIZED', 'The wallet was not opened for export')
    return wallet
  }
  // A result made while the wallet was locking may contain wiped bytes: it is dropped.
  function still(wallet: Held) {
    if (held !== wallet) throw new LatchkeyError('UNAUTHORIZED', 'The wallet is locked')
  }
  function takeRelease(): HpkeKeyPair {
    const taken = release
    release = undefined
    if (!taken || now() - taken.madeAt > releaseLife) throw new LatchkeyError('UNAUTHORIZED', 'Nothing to release')
    return taken
  }
  async function join(opening: Opening) {
    const pair = takeRelease()
    const seen = Math.max(opening.minimumEpoch, newest.get(opening.name.walletId) ?? 0)
    if (!(opening.epoch >= seen)) throw new LatchkeyError('UNAUTHORIZED', 'This is an old copy of the wallet')
    const halves = await openHalves(opening, pair).finally(() => pair.privateKey.fill(0))
    const { serverHalf, clientHalf } = halves
    let key: Uint8Array | undefined
    try {
      key = joinKey(halves)
      const { name, epoch, addresses } = opening
      const secret = await openBlob(key, fromBase64Url(opening.blob), { ...name, epoch, addresses })
      return { key, secret, serverHalf }
    } catch (cause) {
      for (const bytes of [serverHalf, key]) bytes?.fill(0)
      throw cause
    } finally {
      clientHalf.fill(0)
    }
  }
  const factorsOf = (key: Uint8Array, plans: readonly FactorPlan[], place: Parameters<typeof makeFactor>[2]) =>
    Promise.all(plans.map((plan) => makeFactor(key, plan, place, random)))
  const blobOf = async (key: Uint8Array, { secret, name, addresses }: Held, epoch: number) =>
    toBase64Url(await sealBlob(key, secret, { ...name, epoch, addresses }, random(12)))

  const keyring: Keyring = {
    async create({ name, custodyKeys, factors, secret = random(32) }) {
      // A wallet without a second way in could not be restored.
      if (factors.length < 2) throw new LatchkeyError('INVALID_PARAMS', 'A wallet needs two factors')
      const unproven = new Set(factors.map(({ factorId }) => factorId))
      if (unproven.size !== factors.length) throw new LatchkeyError('INVALID_PARAMS', 'Two factors share an id')
      const purpose = 'sign-up-roundtrip'
      const wallet = await hold({ name, purpose, secret, key: random(32), epoch: 1, unproven })
      const blob = await blobOf(wallet.key, wallet, 1)
      const made = await factorsOf(wallet.key, factors, { name, epoch: 1, custodyKeys })
      still(wallet)
      return { addresses: wallet.addresses, epoch: 1, blob, factors: made }
    },
    async startRelease() {
      release?.privateKey.fill(0)
      release = { ...createHpkeKeyPair(), madeAt: now() }
      return { hpkePub: toBase64Url(release.publicKey) }
    },
    async prove(opening) {
      const wallet = open()
      const { factorId, epoch, name } = opening
      const isOwn =
        name.walletId === wallet.name.walletId && epoch === wallet.epoch && opening.purpose === 'sign-up-roundtrip'
      if (!isOwn) throw new LatchkeyError('INVALID_PARAMS', 'The factor belongs to another wallet')
      const { key, secret, serverHalf } = await join(opening)
      const isSame = [
        key.every((byte, at) => byte === wallet.key[at]),
        secret.every((byte, at) => byte === wallet.secret[at]),
      ]
      const proof = { walletId: name.walletId, factorId, epoch, challenge: opening.server.challenge }
      const mac = toBase64Url(activationMac(serverHalf, proof))
      for (const bytes of [key, secret, serverHalf]) bytes.fill(0)
      if (isSame.includes(false)) throw new LatchkeyError('UNAUTHORIZED', 'The factor leads to another wallet')
      wallet.unproven.delete(factorId)
      return { mac, left: wallet.unproven.size }
    },
    async unlock(opening) {
      const { key, secret, serverHalf } = await join(opening)
      serverHalf.fill(0)
      const { name, purpose, epoch } = opening
      const wallet = await hold({ name, purpose, secret, key, epoch, unproven: new Set() })
      if (JSON.stringify(flat(wallet.addresses)) !== JSON.stringify(flat(opening.addresses))) {
        wipe()
        throw new LatchkeyError('UNAUTHORIZED', 'The wallet does not have the addresses that were recorded')
      }
      return { addresses: wallet.addresses, epoch: wallet.epoch }
    },
    async addFactor({ custodyKeys, factor }) {
      const wallet = proven()
      const { key, name, epoch } = wallet
      const made = await makeFactor(key, factor, { name, epoch, custodyKeys }, random)
      still(wallet)
      return { factor: made, epoch }
    },
    async rotate({ custodyKeys, factors }: { custodyKeys: CustodyKeys; factors: readonly FactorPlan[] }) {
      const wallet = proven()
      if (factors.length < 1) throw new LatchkeyError('INVALID_PARAMS', 'A wallet needs a factor')
      wallet.next?.key.fill(0)
      const next = { key: random(32), epoch: wallet.epoch + 1 }
      wallet.next = next
      const blob = await blobOf(next.key, wallet, next.epoch)
      const made = await factorsOf(next.key, factors, { name: wallet.name, epoch: next.epoch, custodyKeys })
      still(wallet)
      return { epoch: next.epoch, blob, factors: made }
    },
    async settleRotation({ isTaken }) {
      const wallet = proven()
      const { next } = wallet
      if (!next) throw new LatchkeyError('INVALID_REQUEST', 'No new key was made')
      const dropped = isTaken ? wallet.key : next.key
      if (isTaken) [wallet.key, wallet.epoch] = [next.key, next.epoch]
      dropped.fill(0)
      wallet.next = undefined
      newest.set(wallet.name.walletId, wallet.epoch)
      return { epoch: wallet.epoch }
    },
    async sign(request) {
      const wallet = proven()
      if (!request.kind.startsWith('bitcoin')) return { signed: sign(wallet.keys, request) }
      const { signBitcoin } = await import('./signBitcoin.js')
      still(wallet)
      return { signed: signBitcoin(wallet.keys, request) }
    },
    async sealCode({ recoveryKey, typed, bound }) {
      return { sealed: sealMailCode(recoveryKey, typed, bound) }
    },
    async lock() {
      wipe()
      return {}
    },
    work: async (asked) => ({ nonce: solveProofOfWork(asked) }),
    async status() {
      expire()
      return {
        isUnlocked: held !== undefined,
        isProven: held?.unproven.size === 0,
        locksAt: held ? locksAt(held) : null,
      }
    },
  }

  // A second fence behind the types: nothing that is held leaves in any of the forms that bytes are written in here.
  function isClean(answer: object): boolean {
    if (!held) return true
    const text = JSON.stringify(answer).toLowerCase()
    const secrets = [held.secret, held.key, ...Object.values(held.keys), ...(held.next ? [held.next.key] : [])]
    return !secrets.some((bytes) =>
      [bytesToHex(bytes), toBase64Url(bytes).toLowerCase()].some((form) => text.includes(form)),
    )
  }
  const guarded = Object.entries({ ...keyring, ...more?.(exported) }).map(([name, call]) => [
    name,
    async (ask: never) => {
      const answer = await call(ask)
      if (!isClean(answer)) throw new LatchkeyError('UNKNOWN', 'An error occurred')
      return answer
    },
  ])
  return Object.fromEntries(guarded) as Keyring & More
}

function locksAt({ openedAt, usedAt }: Held): number {
  return Math.min(usedAt + idleLock, openedAt + absoluteLock)
}

function flat({ eip155, solana, bip122 }: Addresses): string[] {
  return [eip155, solana, bip122.payment, bip122.ordinal]
}
