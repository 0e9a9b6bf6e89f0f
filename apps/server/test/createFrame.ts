import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { createHpkeKeyPair, hpkeInfo, openHpke, sealHpke } from '@latchkey/protocol/internal/hpke'
import {
  type FactorKind,
  type NewFactor,
  type ReleasePurpose,
  releasePurposes,
  type WalletAddresses,
} from '@latchkey/protocol/internal/walletApi'
import { activationMac, halfAad, releaseBytes } from '@latchkey/protocol/internal/walletSigning'
import type { Answer, WalletClient } from './createWalletClient.js'

/** The addresses of every wallet of these tests: the server never derives them. */
export const addresses = {
  eip155: `0x${'a'.repeat(40)}`,
  solana: '1'.repeat(40),
  bip122: { payment: `bc1q${'a'.repeat(38)}`, ordinal: `bc1p${'a'.repeat(58)}` },
}

const random = (size = 32) => Uint8Array.from(randomBytes(size))
/** A random id as the wallet API takes it. */
export const newId = () => toBase64Url(random(16))
/** Combines the two halves of a wallet key. */
export const xor = (one: Uint8Array, two: Uint8Array) => one.map((byte, at) => byte ^ (two[at] ?? 0))

/** Encrypts the seed of a wallet as a frame does. */
export function sealSeed(key: Uint8Array, seed: Uint8Array): string {
  const nonce = random(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(seed), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Opens what `sealSeed` sealed; throws under any other key. */
export function openSeed(key: Uint8Array, blob: string): Uint8Array {
  const bytes = Buffer.from(blob, 'base64url')
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16))
  return Uint8Array.from(Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]))
}

type Released = { sealed: string; blob: string; addresses: WalletAddresses; epoch: number; code?: string }

/** What the worker of a frame does with keys, over the calls of one browser. */
export function createFrame(client: WalletClient) {
  async function hpkeKeys() {
    const { body } = await client.call<{ hpke: { vault: string; recovery: string } }>('GET', '/api/vault/keys')
    return { vault: fromBase64Url(body.hpke.vault), recovery: fromBase64Url(body.hpke.recovery) }
  }

  /** Makes a factor over a key, and the client half that stays behind. */
  async function makeFactor(
    kind: FactorKind,
    key: Uint8Array,
    { walletId, epoch = 1, more = {} }: { walletId: string; epoch?: number; more?: Partial<NewFactor> },
  ): Promise<{ factor: NewFactor; client: Uint8Array; server: Uint8Array }> {
    const keys = await hpkeKeys()
    const server = random()
    const half = xor(key, server)
    const factorId = newId()
    const aad = halfAad({ userId: client.state.session?.userId ?? '', walletId, factorId, kind, epoch })
    const sealedServerHalf = toBase64Url(sealHpke(keys.vault, server, { info: hpkeInfo('server-half'), aad }))
    const sealedClientHalf = toBase64Url(sealHpke(keys.recovery, half, { info: hpkeInfo('client-half'), aad }))
    const factor: NewFactor = {
      factorId,
      kind,
      sealedServerHalf,
      ...(kind === 'auto' ? { sealedClientHalf } : {}),
      ...more,
    }
    return { factor, client: half, server }
  }

  /** Has a half released; a test may change what is signed and sent. */
  async function release(
    role: 'vault' | 'recovery',
    factorId: string,
    purpose: ReleasePurpose,
    change: Record<string, unknown> = {},
  ): Promise<Answer<Released> & { half?: Uint8Array; challenge: string }> {
    const asked = await client.call<{ challenge: string }>('POST', `/api/${role}/challenge`, { factorId, purpose })
    const { publicKey, privateKey } = createHpkeKeyPair()
    const request = {
      factorId,
      challenge: asked.body.challenge ?? 'A'.repeat(43),
      hpkePub: toBase64Url(publicKey),
      purpose,
      parentOrigin: client.parentOrigin,
      ...change,
    }
    const data = releaseBytes({ ...request, sessionId: client.state.session?.sessionId ?? '' })
    const signature = await client.sign(data)
    const answer = await client.call<Released>('POST', `/api/${role}/release`, { signature, ...request })
    if (answer.status !== 200) return { ...answer, challenge: request.challenge }
    const half = openHpke(privateKey, fromBase64Url(answer.body.sealed), { info: hpkeInfo(purpose), aad: data })
    return { ...answer, half, challenge: request.challenge }
  }

  /** Writes a wallet with a device and an automatic factor, and brings it as far as asked. */
  async function create(until: 'created' | 'active' = 'active') {
    const made = await prepare()
    const wallet = { ...made, created: await client.call('POST', '/api/vault/wallets', made.request) }
    if (until === 'active') {
      const answer = await activate(wallet)
      if (answer.status !== 200) throw new Error(JSON.stringify([wallet.created, answer]))
    }
    return wallet
  }

  /** Makes what is sent to write a wallet, and what stays with the frame. */
  async function prepare() {
    const [walletId, seed, key] = [newId(), random(), random()]
    const [device, auto] = [await makeFactor('device', key, { walletId }), await makeFactor('auto', key, { walletId })]
    const request = {
      idempotencyKey: newId(),
      walletId,
      addresses,
      epoch: 1,
      factors: [device.factor, auto.factor],
      blob: sealSeed(key, seed),
    }
    return { walletId, seed, key, device, auto, request }
  }

  async function activate({
    walletId,
    device,
    auto,
  }: {
    walletId: string
    device: { factor: NewFactor }
    auto: { factor: NewFactor }
  }) {
    const proofs: { factorId: string; challenge: string; mac: string }[] = []
    for (const { factor } of [device, auto]) {
      const { half, challenge } = await release('vault', factor.factorId, 'sign-up-roundtrip')
      const { factorId } = factor
      const mac = toBase64Url(activationMac(half ?? new Uint8Array(32), { walletId, factorId, epoch: 1, challenge }))
      proofs.push({ factorId, challenge, mac })
    }
    await release('recovery', auto.factor.factorId, 'sign-up-roundtrip')
    return client.call('POST', `/api/vault/wallets/${walletId}/activate`, { proofs })
  }

  /** Makes the wallet of who signed up with a passkey: a device and that passkey open it, and no mailbox. */
  async function createByPasskey(passkey: NonNullable<NewFactor['passkey']>) {
    const [walletId, seed, key] = [newId(), random(), random()]
    const device = await makeFactor('device', key, { walletId })
    const own = await makeFactor('passkey', key, { walletId, more: { clientCipher: 'Y2lwaGVy', passkey } })
    const factors = [device.factor, own.factor]
    const request = { idempotencyKey: newId(), walletId, addresses, epoch: 1, factors, blob: sealSeed(key, seed) }
    const created = await client.call('POST', '/api/vault/wallets', request)
    const proofs: { factorId: string; challenge: string; mac: string }[] = []
    for (const { factorId } of created.status === 200 ? factors : []) {
      const { half, challenge } = await release('vault', factorId, 'sign-up-roundtrip')
      const mac = toBase64Url(activationMac(half ?? new Uint8Array(32), { walletId, factorId, epoch: 1, challenge }))
      proofs.push({ factorId, challenge, mac })
    }
    const activated = await client.call('POST', `/api/vault/wallets/${walletId}/activate`, { proofs })
    return { walletId, seed, key, device, passkey: own, created, activated }
  }

  return { makeFactor, release, prepare, create, createByPasskey, activate }
}

/** Tries both halves of some factors for every purpose, and tells which were released. */
export async function tryReleases(
  frame: Pick<ReturnType<typeof createFrame>, 'release'>,
  factors: readonly { factorId: string }[],
): Promise<string[]> {
  const opened: string[] = []
  for (const { factorId } of factors)
    for (const role of ['vault', 'recovery'] as const)
      for (const purpose of releasePurposes)
        if ((await frame.release(role, factorId, purpose)).status === 200) opened.push(`${role} ${purpose}`)
  return opened
}
