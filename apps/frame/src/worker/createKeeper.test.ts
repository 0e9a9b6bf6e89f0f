import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { activationMac } from '@latchkey/protocol/internal/walletSigning'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createClientKey, createServers, name, type Stored } from '../../test/createServers.js'
import { absoluteLock, createKeeper, idleLock } from './createKeeper.js'
import { deriveKeys } from './keys.js'
import type { FactorPlan, Keeper } from './messages.js'
import { serveKeeper } from './serveKeeper.js'

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
  const make = () => createKeeper({ now: () => clock.now, random })
  const keeper = make()
  const servers = createServers()
  const device: FactorPlan = { factorId: 'factor-device-0001', kind: 'device', clientKey: await createClientKey() }
  const auto: FactorPlan = { factorId: 'factor-auto-000001', kind: 'auto' }
  const factors = [device, auto]
  const stored: Stored = await keeper.create({ name, keepers: servers.keepers, factors })
  const unlock = async (
    at: Keeper,
    plan = device,
    from = stored,
    change: Parameters<typeof servers.opening>[4] = {},
  ) => {
    const { hpkePub } = await at.startRelease({})
    return at.unlock(servers.opening(from, plan, hpkePub, 'unlock', change))
  }
  const prove = async (plan: FactorPlan) => {
    const { hpkePub } = await keeper.startRelease({})
    return keeper.prove(servers.opening(stored, plan, hpkePub, roundTrip))
  }
  if (options.isProven !== false) for (const plan of factors) await prove(plan)
  return { keeper, again: make, servers, stored, device, auto, factors, unlock, prove, clock, drawn }
}
const signs = (keeper: Keeper) => keeper.sign({ kind: 'evmMessage', message })

describe('a new wallet', () => {
  it('signs only when every factor came back whole, each with its proof', async () => {
    const { keeper, prove, device, auto, stored, servers } = await make({ isProven: false })
    await expect(signs(keeper)).rejects.toMatchObject(locked)
    const { mac, left } = await prove(device)
    const half = servers.halfOf(stored.factors[0]!, 1, 'server')
    const proof = { walletId: name.walletId, factorId: device.factorId, epoch: 1, challenge: 'challenge-of-the-vault' }
    expect([mac, left]).toEqual([toBase64Url(activationMac(half, proof)), 1])
    await expect(signs(keeper)).rejects.toMatchObject(locked)
    expect((await prove(auto)).left).toBe(0)
    expect((await signs(keeper)).signed).toMatch(/^0x[0-9a-f]{130}$/)
    const psbt = { kind: 'bitcoinPsbt' as const, psbt: new Uint8Array(9) }
    await expect(keeper.sign(psbt)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  it('has two factors, with two ids, each with something to keep its client half', async () => {
    const { keeper, servers, device, auto } = await make()
    const create = (factors: FactorPlan[]) => keeper.create({ name, keepers: servers.keepers, factors })
    await expect(create([device])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    for (const size of [0, 15, 17, 31, 33, 36]) {
      const brought = { name, keepers: servers.keepers, factors: [device, auto], secret: new Uint8Array(size) }
      await expect(keeper.create(brought)).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    }
    await expect(create([device, device])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    await expect(create([auto, { factorId: 'x', kind: 'passkey' }])).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})

describe('unlock', () => {
  it('opens the same wallet by either factor', async () => {
    const { again, unlock, stored, device, auto } = await make()
    for (const plan of [device, auto]) {
      const keeper = again()
      await expect(signs(keeper)).rejects.toMatchObject(locked)
      expect(await unlock(keeper, plan)).toEqual({ addresses: stored.addresses, epoch: 1 })
      await expect(signs(keeper)).resolves.toBeDefined()
    }
  })

  it('[SEC-C-06] with a wrong half fails and leaves the wallet locked: there is never another address', async () => {
    const { again, unlock, auto, device, servers, stored } = await make()
    const flip = (half: Uint8Array) => half.map((byte, at) => (at === 5 ? byte ^ 1 : byte))
    const keeper = again()
    await expect(unlock(keeper, auto, stored, { client: flip })).rejects.toMatchObject(locked)
    await expect(unlock(keeper, device, stored, { server: flip })).rejects.toMatchObject(locked)
    await expect(unlock(keeper, { ...device, clientKey: await createClientKey() })).rejects.toMatchObject(locked)
    const { hpkePub } = await keeper.startRelease({})
    const opening = servers.opening(stored, device, hpkePub, 'unlock')
    const changes = [
      { epoch: 2 },
      { factorId: auto.factorId },
      { purpose: 'export' },
      { parentOrigin: 'https://evil.example' },
      { addresses: { ...stored.addresses, solana: 'x' } },
    ]
    for (const change of changes) {
      await keeper.startRelease({})
      await expect(keeper.unlock({ ...opening, ...change })).rejects.toMatchObject(locked)
    }
    await expect(signs(keeper)).rejects.toMatchObject(locked)
  })

  it('takes a release once, within its minute, and none that was meant for another key', async () => {
    const { again, servers, stored, device, clock } = await make()
    const keeper = again()
    const opening = async () => servers.opening(stored, device, (await keeper.startRelease({})).hpkePub, 'unlock')
    const first = await opening()
    await keeper.unlock(first)
    await expect(keeper.unlock(first)).rejects.toMatchObject(locked)
    await keeper.startRelease({})
    await expect(keeper.unlock(first)).rejects.toMatchObject(locked)
    const late = await opening()
    clock.now += 60_001
    await expect(keeper.unlock(late)).rejects.toMatchObject(locked)
  })

  it('refuses an older epoch than it or its browser has seen', async () => {
    const { keeper, again, servers, stored, device, factors, unlock } = await make()
    const made = await keeper.rotate({ keepers: servers.keepers, factors })
    expect(await keeper.settleRotation({ isTaken: true })).toEqual({ epoch: 2 })
    const next = { ...stored, ...made }
    await expect(unlock(keeper, device, stored)).rejects.toMatchObject(locked)
    expect(await unlock(again(), device, next)).toEqual({ addresses: stored.addresses, epoch: 2 })
    const fresh = again()
    const { hpkePub } = await fresh.startRelease({})
    const old = servers.opening(stored, device, hpkePub, 'unlock')
    await expect(fresh.unlock({ ...old, minimumEpoch: 2 })).rejects.toMatchObject(locked)
    await fresh.startRelease({})
    await expect(fresh.unlock({ ...old, minimumEpoch: Number.NaN })).rejects.toMatchObject(locked)
  })

  it('keeps the old key when the server did not take the new one, and gives a new factor the current one', async () => {
    const { keeper, again, servers, stored, factors, unlock } = await make()
    await keeper.rotate({ keepers: servers.keepers, factors })
    expect(await keeper.settleRotation({ isTaken: false })).toEqual({ epoch: 1 })
    await expect(keeper.settleRotation({ isTaken: true })).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    const plan: FactorPlan = { factorId: 'factor-passkey-001', kind: 'passkey', clientKey: await createClientKey() }
    const { factor } = await keeper.addFactor({ keepers: servers.keepers, factor: plan })
    const more = { ...stored, factors: [...stored.factors, factor] }
    expect(await unlock(again(), plan, more)).toEqual({ addresses: stored.addresses, epoch: 1 })
  })
})

describe('lock', () => {
  it('[SEC-C-11] comes after 15 minutes without use, after 60 at most, and when it is asked for', async () => {
    const { keeper, unlock, clock } = await make()
    clock.now += idleLock - 1
    await signs(keeper)
    clock.now += idleLock
    await expect(signs(keeper)).rejects.toMatchObject(locked)
    await unlock(keeper)
    const opened = clock.now
    while (clock.now + idleLock - 1 < opened + absoluteLock) {
      clock.now += idleLock - 1
      await signs(keeper)
    }
    clock.now = opened + absoluteLock
    await expect(signs(keeper)).rejects.toMatchObject(locked)
    await unlock(keeper)
    await keeper.lock({})
    await expect(signs(keeper)).rejects.toMatchObject(locked)
    expect(await keeper.status({})).toEqual({ isUnlocked: false, isProven: false, locksAt: null })
  })
})

describe('a lock in the middle of something', () => {
  it('gives out nothing that was made of wiped bytes', async () => {
    for (const call of ['rotate', 'addFactor'] as const) {
      const { keeper, servers, factors, device } = await make()
      const { keepers } = servers
      const running =
        call === 'rotate' ? keeper.rotate({ keepers, factors }) : keeper.addFactor({ keepers, factor: device })
      const locking = keeper.lock({})
      await expect(running).rejects.toMatchObject(locked)
      await locking
    }
  })
})

describe('serveKeeper', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
  afterEach(() => void vi.useRealTimers())

  function serve(keeper: Keeper) {
    const answers: { id: number; code?: string; message?: string; answer?: { locksAt?: number | null } }[] = []
    const scope = {
      onmessage: null as ((event: { data: unknown }) => void) | null,
      postMessage: (each: never) => void answers.push(each),
    }
    serveKeeper(scope as never, keeper)
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
    const { keeper, stored, drawn, servers, device, factors } = await make()
    const { answers, ask, say } = serve(keeper)
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
    await ask('addFactor', { keepers: servers.keepers, factor: { ...device, factorId: 'factor-device-0002' } })
    await ask('addFactor', { keepers: { vaultKey: '!', recoveryKey: '' }, factor: device })
    await ask('rotate', { keepers: servers.keepers, factors })
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
    const { keeper } = await make()
    const { answers, ask, say } = serve(keeper)
    const failed = await ask('sign', null)
    expect(failed).toEqual({ id: 1, code: 'UNKNOWN', message: 'An error occurred' })
    for (const noise of [undefined, null, 1, 'status', { id: 9, call: ['status'], ask: {} }])
      expect(() => say(noise)).not.toThrow()
    // Calls are answered in their order: whatever came before this one would be there.
    await ask('status', {})
    expect(answers.map(({ id }) => id)).toEqual([1, 2])
  })

  it('[SEC-C-11] locks by itself when the time is over', async () => {
    const fresh = createKeeper({
      now: () => Date.now(),
      random: (size) => crypto.getRandomValues(new Uint8Array(size)),
    })
    const status = vi.spyOn(fresh, 'status')
    const { ask } = serve(fresh)
    const factors = [
      { factorId: 'factor-device-0001', kind: 'device', clientKey: await createClientKey() },
      { factorId: 'b', kind: 'auto' },
    ]
    await ask('create', { name, keepers: createServers().keepers, factors })
    await vi.waitFor(() => expect(status).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(0)
    await vi.advanceTimersByTimeAsync(idleLock)
    expect(await status.mock.results.at(-1)?.value).toEqual({ isUnlocked: false, isProven: false, locksAt: null })
    // Nothing is left to lock, so nothing is left to wait for.
    expect(vi.getTimerCount()).toBe(0)
  })
})
