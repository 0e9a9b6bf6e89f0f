import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { activationMac } from '@latchkey/protocol/internal/walletSigning'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClientKey, createServers, name, type Stored } from '../../test/createServers.js'
import { absoluteLock, createKeyring, idleLock } from './createKeyring.js'
import { deriveKeys } from './keys.js'
import type { FactorPlan, Keyring } from './messages.js'
import { serveKeyring } from './serveKeyring.js'

const locked = { code: 'UNAUTHORIZED' }
const message = new TextEncoder().encode('hello')
const roundTrip = 'sign-up-roundtrip'

async function make(options: { isProven?: boolean } = {}) {
  const clock = { now: 1_000_000 }
  const drawn: Uint8Array[] = []
  const random = (size: number) => {
    const bytes = crypto.getRandomValues(new Uint8Array(size))
    drawn.push(Uint8Array.from(bytes))
    return bytes
  }
  const make = () => createKeyring({ now: () => clock.now, random })
  const keyring = make()
  const servers = createServers()
  const device: FactorPlan = { factorId: 'factor-device-0001', kind: 'device', clientKey: await createClientKey() }
  const auto: FactorPlan = { factorId: 'factor-auto-000001', kind: 'auto' }
  const factors = [device, auto]
  const stored: Stored = await keyring.create({ name, custodyKeys: servers.custodyKeys, factors })
  const unlock = async (
    at: Keyring,
    plan = device,
    from = stored,
    change: Parameters<typeof servers.opening>[4] = {},
  ) => {
    const { hpkePub } = await at.startRelease({})
    return at.unlock(servers.opening(from, plan, hpkePub, 'unlock', change))
  }
  const prove = async (plan: FactorPlan) => {
    const { hpkePub } = await keyring.startRelease({})
    return keyring.prove(servers.opening(stored, plan, hpkePub, roundTrip))
  }
  if (options.isProven !== false) for (const plan of factors) await prove(plan)
  return { keyring, again: make, servers, stored, device, auto, factors, unlock, prove, clock, drawn }
}
const signs = (keyring: Keyring) => keyring.sign({ kind: 'evmMessage', message })

describe('a new wallet', () => {
  it('signs only when every factor came back whole, each with its proof', async () => {
    const { keyring, prove, device, auto, stored, servers } = await make({ isProven: false })
    await expect(signs(keyring)).rejects.toMatchObject(locked)
    const { mac, left } = await prove(device)
    const half = servers.halfOf(stored.factors[0]!, 1, 'server')
    const proof = { walletId: name.walletId, factorId: device.factorId, epoch: 1, challenge: 'challenge-of-the-vault' }
    expect([mac, left]).toEqual([toBase64Url(activationMac(half, proof)), 1])
    await expect(signs(keyring)).rejects.toMatchObject(locked)
    expect((await prove(auto)).left).toBe(0)
    expect((await signs(keyring)).signed).toMatch(/^0x[0-9a-f]{130}$/)
    const psbt = { kind: 'bitcoinPsbt' as const, psbt: new Uint8Array(9) }
    await expect(keyring.sign(psbt)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  it('has two factors, with two ids, each with something to keep its client half', async () => {
    const { keyring, servers, device, auto } = await make()
    const create = (factors: FactorPlan[]) => keyring.create({ name, custodyKeys: servers.custodyKeys, factors })
    await expect(create([device])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    for (const size of [0, 15, 17, 31, 33, 36]) {
      const brought = { name, custodyKeys: servers.custodyKeys, factors: [device, auto], secret: new Uint8Array(size) }
      await expect(keyring.create(brought)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    }
    await expect(create([device, device])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    await expect(create([auto, { factorId: 'x', kind: 'passkey' }])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})

describe('unlock', () => {
  it('opens the same wallet by either factor', async () => {
    const { again, unlock, stored, device, auto } = await make()
    for (const plan of [device, auto]) {
      const keyring = again()
      await expect(signs(keyring)).rejects.toMatchObject(locked)
      expect(await unlock(keyring, plan)).toEqual({ addresses: stored.addresses, epoch: 1 })
      await expect(signs(keyring)).resolves.toBeDefined()
    }
  })

  it('[SEC-C-06] with a wrong half fails and leaves the wallet locked: there is never another address', async () => {
    const { again, unlock, auto, device, servers, stored } = await make()
    const flip = (half: Uint8Array) => half.map((byte, at) => (at === 5 ? byte ^ 1 : byte))
    const keyring = again()
    await expect(unlock(keyring, auto, stored, { client: flip })).rejects.toMatchObject(locked)
    await expect(unlock(keyring, device, stored, { server: flip })).rejects.toMatchObject(locked)
    await expect(unlock(keyring, { ...device, clientKey: await createClientKey() })).rejects.toMatchObject(locked)
    const { hpkePub } = await keyring.startRelease({})
    const opening = servers.opening(stored, device, hpkePub, 'unlock')
    const changes = [
      { epoch: 2 },
      { factorId: auto.factorId },
      { purpose: 'export' },
      { parentOrigin: 'https://evil.example' },
      { addresses: { ...stored.addresses, solana: 'x' } },
    ]
    for (const change of changes) {
      await keyring.startRelease({})
      await expect(keyring.unlock({ ...opening, ...change })).rejects.toMatchObject(locked)
    }
    await expect(signs(keyring)).rejects.toMatchObject(locked)
  })

  it('takes a release once, within its minute, and none that was meant for another key', async () => {
    const { again, servers, stored, device, clock } = await make()
    const keyring = again()
    const opening = async () => servers.opening(stored, device, (await keyring.startRelease({})).hpkePub, 'unlock')
    const first = await opening()
    await keyring.unlock(first)
    await expect(keyring.unlock(first)).rejects.toMatchObject(locked)
    await keyring.startRelease({})
    await expect(keyring.unlock(first)).rejects.toMatchObject(locked)
    const late = await opening()
    clock.now += 60_001
    await expect(keyring.unlock(late)).rejects.toMatchObject(locked)
  })

  it('refuses an older epoch than it or its browser has seen', async () => {
    const { keyring, again, servers, stored, device, factors, unlock } = await make()
    const made = await keyring.rotate({ custodyKeys: servers.custodyKeys, factors })
    expect(await keyring.settleRotation({ isTaken: true })).toEqual({ epoch: 2 })
    const next = { ...stored, ...made }
    await expect(unlock(keyring, device, stored)).rejects.toMatchObject(locked)
    expect(await unlock(again(), device, next)).toEqual({ addresses: stored.addresses, epoch: 2 })
    const fresh = again()
    const { hpkePub } = await fresh.startRelease({})
    const old = servers.opening(stored, device, hpkePub, 'unlock')
    await expect(fresh.unlock({ ...old, minimumEpoch: 2 })).rejects.toMatchObject(locked)
    await fresh.startRelease({})
    await expect(fresh.unlock({ ...old, minimumEpoch: Number.NaN })).rejects.toMatchObject(locked)
  })

  it('keeps the old key when the server did not take the new one, and gives a new factor the current one', async () => {
    const { keyring, again, servers, stored, factors, unlock } = await make()
    await keyring.rotate({ custodyKeys: servers.custodyKeys, factors })
    expect(await keyring.settleRotation({ isTaken: false })).toEqual({ epoch: 1 })
    await expect(keyring.settleRotation({ isTaken: true })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    const plan: FactorPlan = { factorId: 'factor-passkey-001', kind: 'passkey', clientKey: await createClientKey() }
    const { factor } = await keyring.addFactor({ custodyKeys: servers.custodyKeys, factor: plan })
    const more = { ...stored, factors: [...stored.factors, factor] }
    expect(await unlock(again(), plan, more)).toEqual({ addresses: stored.addresses, epoch: 1 })
  })
})

describe('lock', () => {
  it('[SEC-C-11] comes after 15 minutes without use, after 60 at most, and when it is asked for', async () => {
    const { keyring, unlock, clock } = await make()
    clock.now += idleLock - 1
    await signs(keyring)
    clock.now += idleLock
    await expect(signs(keyring)).rejects.toMatchObject(locked)
    await unlock(keyring)
    const opened = clock.now
    while (clock.now + idleLock - 1 < opened + absoluteLock) {
      clock.now += idleLock - 1
      await signs(keyring)
    }
    clock.now = opened + absoluteLock
    await expect(signs(keyring)).rejects.toMatchObject(locked)
    await unlock(keyring)
    await keyring.lock({})
    await expect(signs(keyring)).rejects.toMatchObject(locked)
    expect(await keyring.status({})).toEqual({ isUnlocked: false, isProven: false, locksAt: null })
  })
})

describe('a lock in the middle of something', () => {
  it('gives out nothing that was made of wiped bytes', async () => {
    for (const call of ['rotate', 'addFactor'] as const) {
      const { keyring, servers, factors, device } = await make()
      const { custodyKeys } = servers
      const running =
        call === 'rotate'
          ? keyring.rotate({ custodyKeys, factors })
          : keyring.addFactor({ custodyKeys, factor: device })
      const locking = keyring.lock({})
      await expect(running).rejects.toMatchObject(locked)
      await locking
    }
  })
})

describe('serveKeyring', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  function serve(keyring: Keyring) {
    const answers: { id: number; code?: string; message?: string; answer?: { locksAt?: number | null } }[] = []
    const scope = {
      onmessage: null as ((event: { data: unknown }) => void) | null,
      postMessage: (each: never) => void answers.push(each),
    }
    serveKeyring(scope as never, keyring)
    let id = 0
    const ask = async (call: string, ask: unknown) => {
      id++
      scope.onmessage?.({ data: { id, call, ask } })
      await vi.waitFor(() => expect(answers.some((each) => each.id === id)).toBe(true))
      return answers.find((each) => each.id === id)
    }
    return { answers, ask, say: (data: unknown) => scope.onmessage?.({ data }) }
  }

  it('[SEC-C-01] never says E, K, a half or a private key in any form, whatever it is asked', async () => {
    const { keyring, stored, drawn, servers, device, factors } = await make()
    const { answers, ask, say } = serve(keyring)
    for (const noise of [
      null,
      1,
      'export',
      {},
      { id: 1 },
      { id: 'x', call: 'sign' },
      { id: 1, call: 'toString' },
      { id: 1, call: 'export' },
    ])
      say(noise)
    await ask('status', {})
    await ask('sign', { kind: 'evmMessage', message })
    await ask('sign', { kind: 'evmTypedData', data: null, chainId: 1 })
    await ask('sign', null)
    await ask('addFactor', { custodyKeys: servers.custodyKeys, factor: { ...device, factorId: 'factor-device-0002' } })
    await ask('addFactor', { custodyKeys: { vaultKey: '!', recoveryKey: '' }, factor: device })
    await ask('rotate', { custodyKeys: servers.custodyKeys, factors })
    await ask('unlock', {})
    await ask('prove', undefined)
    const [entropy] = drawn
    const keys = await deriveKeys(entropy!)
    // Of what was drawn at random only nonces, of 12 bytes, may be seen.
    const secrets = [...drawn.filter(({ length }) => length === 32), ...Object.values(keys)]
    for (const each of stored.factors) secrets.push(servers.halfOf(each, 1, 'server'))
    secrets.push(servers.halfOf(stored.factors[1]!, 1, 'client'))
    const text = JSON.stringify([answers, stored])
    for (const secret of secrets) {
      const forms = [
        bytesToHex(secret),
        toBase64Url(secret),
        Buffer.from(secret).toString('base64'),
        base58.encode(secret),
        [...secret].join(','),
      ]
      for (const form of forms) expect(text.toLowerCase()).not.toContain(form.toLowerCase())
    }
    const words = entropyToMnemonic(entropy!, wordlist).split(' ')
    for (let at = 0; at < 20; at++) expect(text).not.toContain(words.slice(at, at + 4).join(' '))
    expect(answers.filter(({ code }) => code === 'UNKNOWN').every((each) => each.message === 'An error occurred')).toBe(
      true,
    )
    expect(answers.length).toBe(9)
  })

  it('answers a failure without its text, and anything that is no call not at all', async () => {
    const { keyring } = await make()
    const { answers, ask, say } = serve(keyring)
    const failed = await ask('sign', null)
    expect(failed).toEqual({ id: 1, code: 'UNKNOWN', message: 'An error occurred' })
    for (const noise of [undefined, null, 1, 'status', { id: 9, call: ['status'], ask: {} }])
      expect(() => say(noise)).not.toThrow()
    // Calls are answered in their order: whatever came before this one would be there.
    await ask('status', {})
    expect(answers.map(({ id }) => id)).toEqual([1, 2])
  })

  it('[SEC-C-11] locks by itself when the time is over', async () => {
    const fresh = createKeyring({
      now: () => Date.now(),
      random: (size) => crypto.getRandomValues(new Uint8Array(size)),
    })
    const status = vi.spyOn(fresh, 'status')
    const { ask } = serve(fresh)
    const factors = [
      { factorId: 'factor-device-0001', kind: 'device', clientKey: await createClientKey() },
      { factorId: 'b', kind: 'auto' },
    ]
    await ask('create', { name, custodyKeys: createServers().custodyKeys, factors })
    await vi.waitFor(() => expect(status).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(idleLock)
    expect(await status.mock.results.at(-1)?.value).toEqual({ isUnlocked: false, isProven: false, locksAt: null })
    // Nothing is left to lock, so nothing is left to wait for.
    expect(vi.getTimerCount()).toBe(0)
  })
})
