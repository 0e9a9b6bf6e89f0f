import { fromBase64Url, toBase64Url } from '@latchkey/protocol/internal/bytes'
import { createHpkeKeyPair, hpkeInfo, openHpke } from '@latchkey/protocol/internal/hpke'
import { isWorkDone, mailCodeAad } from '@latchkey/protocol/internal/walletSigning'
import { describe, expect, it } from 'vitest'
import { createClientKey, createServers, name, type Stored } from '../../test/createServers.js'
import { absoluteLock, createKeyring, idleLock } from './createKeyring.js'
import { sealBlob } from './factors.js'
import type { Addresses } from './keys.js'
import type { FactorPlan, Opening } from './messages.js'

const locked = { code: 'UNAUTHORIZED' }
const foreign = { code: 'INVALID_PARAMS', message: 'The factor belongs to another wallet' }
const roundTrip = 'sign-up-roundtrip'
const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))
const changed = (bytes: Uint8Array) => bytes.map((byte, at) => (at === 31 ? byte ^ 1 : byte))

async function make() {
  const clock = { now: 1_000_000 }
  const now = () => clock.now
  const servers = createServers()
  const device: FactorPlan = { factorId: 'factor-device-0001', kind: 'device', clientKey: await createClientKey() }
  const auto: FactorPlan = { factorId: 'factor-auto-000001', kind: 'auto' }
  const factors = [device, auto]
  const [entropy, key] = [random(32), random(32)]
  // The key is the first thing that is drawn for a wallet whose entropy is given.
  const makeWallet = async (from: Uint8Array, under: Uint8Array) => {
    const first = [Uint8Array.from(under)]
    const keyring = createKeyring({ now, random: (size) => first.pop() ?? random(size) })
    const ask = { name, custodyKeys: servers.custodyKeys, factors, secret: Uint8Array.from(from) }
    return { keyring, stored: await keyring.create(ask) }
  }
  const { keyring, stored } = await makeWallet(entropy, key)
  const opening = async (plan = device, purpose = roundTrip, from: Stored = stored) =>
    servers.opening(from, plan, (await keyring.startRelease({})).hpkePub, purpose)
  const proveAll = async () => {
    for (const plan of factors) await keyring.prove(await opening(plan))
  }
  return { clock, now, servers, keyring, stored, device, factors, entropy, key, makeWallet, opening, proveAll }
}

describe('the round trip of a new wallet', () => {
  it.each<[string, Partial<Opening>]>([
    ['another wallet', { name: { ...name, walletId: 'wallet-00000000002' } }],
    ['another epoch', { epoch: 2 }],
    ['another wallet and epoch', { name: { ...name, walletId: 'wallet-00000000002' }, epoch: 2 }],
  ])('refuses a factor of %s before its release is used', async (_, change) => {
    const { keyring, opening } = await make()
    const own = await opening()
    await expect(keyring.prove({ ...own, ...change })).rejects.toMatchObject(foreign)
    expect((await keyring.prove(own)).left).toBe(1)
  })

  it('refuses what was released for another purpose', async () => {
    const { keyring, device, opening } = await make()
    for (const purpose of ['unlock', 'export'])
      await expect(keyring.prove(await opening(device, purpose))).rejects.toMatchObject(foreign)
    expect(await keyring.status({})).toMatchObject({ isUnlocked: true, isProven: false })
  })

  it('refuses a factor that leads to a key or an entropy with one bit changed', async () => {
    const { keyring, device, entropy, key, makeWallet, opening } = await make()
    const others = [await makeWallet(entropy, changed(key)), await makeWallet(changed(entropy), key)]
    for (const { stored } of others) {
      const led = await opening(device, roundTrip, stored)
      const refused = { ...locked, message: 'The factor leads to another wallet' }
      await expect(keyring.prove(led)).rejects.toMatchObject(refused)
    }
    const same = await makeWallet(entropy, key)
    expect((await keyring.prove(await opening(device, roundTrip, same.stored))).left).toBe(1)
  })
})

describe('unlock', () => {
  it.each<[string, (own: Addresses) => Addresses]>([
    ['EVM', (own) => ({ ...own, eip155: `0x${'1'.repeat(40)}` })],
    ['Solana', (own) => ({ ...own, solana: 'x' })],
    ['payment', (own) => ({ ...own, bip122: { ...own.bip122, payment: 'bc1q' } })],
    ['ordinals', (own) => ({ ...own, bip122: { ...own.bip122, ordinal: 'bc1p' } })],
  ])('refuses and locks a wallet that was recorded with another %s address', async (_, change) => {
    const { now, servers, stored, device, entropy, key } = await make()
    const fresh = createKeyring({ now, random })
    const unlock = async (recorded: Stored) => {
      const { hpkePub } = await fresh.startRelease({})
      return fresh.unlock(servers.opening(recorded, device, hpkePub, 'unlock'))
    }
    const addresses = change(stored.addresses)
    const blob = await sealBlob(key, entropy, { ...name, epoch: 1, addresses }, random(12))
    const refused = { ...locked, message: 'The wallet does not have the addresses that were recorded' }
    await expect(unlock({ ...stored, addresses, blob: toBase64Url(blob) })).rejects.toMatchObject(refused)
    expect(await fresh.status({})).toEqual({ isUnlocked: false, isProven: false, locksAt: null })
    expect(await unlock(stored)).toEqual({ addresses: stored.addresses, epoch: 1 })
  })

  it('takes a release that is a minute old, and none that is older', async () => {
    const { now, clock, servers, stored, device } = await make()
    const fresh = createKeyring({ now, random })
    const opening = async () => servers.opening(stored, device, (await fresh.startRelease({})).hpkePub, 'unlock')
    const early = await opening()
    clock.now += 60_000
    await expect(fresh.unlock(early)).resolves.toMatchObject({ epoch: 1 })
    const old = await opening()
    clock.now += 60_001
    await expect(fresh.unlock(old)).rejects.toMatchObject({ ...locked, message: 'Nothing to release' })
  })
})

describe('status', () => {
  it('tells whether a wallet is open, whether all its factors came back, and when it locks', async () => {
    const { clock, keyring, proveAll } = await make()
    const opened = clock.now
    const locksAt = opened + idleLock
    expect(await keyring.status({})).toEqual({ isUnlocked: true, isProven: false, locksAt })
    await proveAll()
    expect(await keyring.status({})).toEqual({ isUnlocked: true, isProven: true, locksAt })
    for (let at = 0; at < 4; at++) {
      clock.now += idleLock - 1
      await keyring.sign({ kind: 'solanaMessage', message: new Uint8Array(1) })
    }
    expect((await keyring.status({})).locksAt).toBe(opened + absoluteLock)
  })
})

describe('a new key', () => {
  it('needs a factor, and one is enough', async () => {
    const { now, keyring, servers, stored, device, proveAll } = await make()
    await proveAll()
    const { custodyKeys } = servers
    const refused = { code: 'INVALID_PARAMS', message: 'A wallet needs a factor' }
    await expect(keyring.rotate({ custodyKeys, factors: [] })).rejects.toMatchObject(refused)
    const made = await keyring.rotate({ custodyKeys, factors: [device] })
    const fresh = createKeyring({ now, random })
    const { hpkePub } = await fresh.startRelease({})
    const opening = servers.opening({ ...stored, ...made }, device, hpkePub, 'unlock')
    expect(await fresh.unlock(opening)).toEqual({ addresses: stored.addresses, epoch: 2 })
  })
})

describe('what needs no wallet', () => {
  it('seals the code of a mail so that only recovery opens it, and only where it is bound', async () => {
    const keyring = createKeyring({ now: () => 1, random })
    const recovery = createHpkeKeyPair()
    const typed = { code: '123456', email: 'ada@example.org' }
    const bound = { kind: 'sign-in', deviceId: 'device-00000001', id: 'challenge-0001' }
    const { sealed } = await keyring.sealCode({ recoveryKey: toBase64Url(recovery.publicKey), typed, bound })
    const open = (key: Uint8Array, to: typeof bound, purpose: string) =>
      openHpke(key, fromBase64Url(sealed), { info: hpkeInfo(purpose), aad: mailCodeAad(to) })
    const text = new TextDecoder().decode(open(recovery.privateKey, bound, 'mail-code'))
    expect(JSON.parse(text)).toEqual(typed)
    expect(() => open(createHpkeKeyPair().privateKey, bound, 'mail-code')).toThrow()
    expect(() => open(recovery.privateKey, bound, 'unlock')).toThrow()
    for (const part of ['kind', 'deviceId', 'id'] as const)
      expect(() => open(recovery.privateKey, { ...bound, [part]: 'another' }, 'mail-code')).toThrow()
  })

  it('works for a mail', async () => {
    const keyring = createKeyring({ now: () => 1, random })
    const { nonce } = await keyring.work({ challenge: 'challenge-0001', bits: 10 })
    expect(isWorkDone({ challenge: 'challenge-0001', nonce }, 10)).toBe(true)
  })
})
