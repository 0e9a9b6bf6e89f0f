import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { halfAad } from '@latchkey/protocol/internal/walletSigning'
import { bytesToHex } from '@noble/hashes/utils.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClientKey, createServers, name } from '../../test/createServers.js'
import { createKeyring } from './createKeyring.js'
import type { Keys } from './keys.js'
import type { FactorPlan, Opening } from './messages.js'

type Wallet = { secret: Uint8Array; key: Uint8Array; keys: Keys; next?: { key: Uint8Array } }

const locked = { code: 'UNAUTHORIZED' }
const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))
const zero = (size: number) => new Uint8Array(size)
const secretsOf = ({ secret, key, keys, next }: Wallet) => ({ secret, key, ...keys, ...(next && { next: next.key }) })

async function make() {
  const clock = { now: 1_000_000 }
  // A call that gives whatever it is told to: what is lent for an export is the wallet as it is held.
  const keyring = createKeyring({ now: () => clock.now, random }, (take) => ({
    say: async ({ of }: { of: (wallet: Wallet) => object }) => of(take() as unknown as Wallet),
  }))
  const servers = createServers()
  const device: FactorPlan = { factorId: 'factor-device-0001', kind: 'device', clientKey: await createClientKey() }
  const auto: FactorPlan = { factorId: 'factor-auto-000001', kind: 'auto' }
  const factors = [device, auto]
  const stored = await keyring.create({ name, custodyKeys: servers.custodyKeys, factors })
  const opening = async (purpose: string, plan = device) =>
    servers.opening(stored, plan, (await keyring.startRelease({})).hpkePub, purpose)
  const open = async () => {
    await keyring.unlock(await opening('export'))
    await keyring.rotate({ custodyKeys: servers.custodyKeys, factors })
    let held: Wallet | undefined
    await keyring.say({
      of(wallet) {
        held = wallet
        return {}
      },
    })
    return secretsOf(held as Wallet)
  }
  return { keyring, stored, clock, opening, open }
}

afterEach(() => void vi.restoreAllMocks())

describe('an answer', () => {
  const forms: [string, (bytes: Uint8Array) => string][] = [
    ['hex', bytesToHex],
    ['base64url', toBase64Url],
  ]
  it.each(forms)('does not leave the worker with a secret in %s, in any case', async (_, write) => {
    const { keyring, open } = await make()
    const secrets = await open()
    expect(Object.keys(secrets)).toEqual(['secret', 'key', 'evm', 'solana', 'payment', 'ordinal', 'next'])
    for (const secret of Object.values(secrets)) {
      const written = write(secret)
      for (const said of [written, written.toLowerCase(), written.toUpperCase(), `0x${written}!`]) {
        const leak = keyring.say({ of: () => ({ far: { inside: [said] } }) })
        await expect(leak).rejects.toMatchObject({ code: 'UNKNOWN', message: 'An error occurred' })
      }
    }
    const other = write(random(32))
    expect(await keyring.say({ of: () => ({ other }) })).toEqual({ other })
  })
})

describe('lock', () => {
  it('sets the entropy, the key, the next key and every private key to zero', async () => {
    const { keyring, open } = await make()
    const secrets = await open()
    for (const secret of Object.values(secrets)) expect(secret).not.toEqual(zero(32))
    await keyring.lock({})
    for (const [which, secret] of Object.entries(secrets)) expect([which, secret]).toEqual([which, zero(32)])
  })
})

describe('a release', () => {
  const startsOf = (opening: (purpose: string) => Promise<Opening>) => async (purpose: string) => {
    const drawn = vi.spyOn(crypto, 'getRandomValues')
    const asked = await opening(purpose)
    // The first thing that is drawn for a release is the private half of its key.
    const pair = drawn.mock.calls[0]?.[0] as Uint8Array
    drawn.mockRestore()
    expect(pair).not.toEqual(zero(32))
    return { asked, pair }
  }

  it('leaves no private key behind, whether the wallet opened or not', async () => {
    const { keyring, opening } = await make()
    const start = startsOf(opening)
    const good = await start('unlock')
    await keyring.unlock(good.asked)
    expect(good.pair).toEqual(zero(32))
    const bad = await start('unlock')
    await expect(keyring.unlock({ ...bad.asked, purpose: 'export' })).rejects.toMatchObject(locked)
    expect(bad.pair).toEqual(zero(32))
    const unused = await start('unlock')
    await keyring.startRelease({})
    expect(unused.pair).toEqual(zero(32))
  })
})

describe('the halves of a wallet', () => {
  it('are set to zero once they were joined, whether they open it or not', async () => {
    const { keyring, opening, stored } = await make()
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    const clientHalf = async () => new Uint8Array((await decrypt.mock.results[0]?.value) as ArrayBuffer)
    await keyring.unlock(await opening('unlock'))
    expect(await clientHalf()).toEqual(zero(32))
    decrypt.mockClear()
    const blob = `${stored.blob.slice(0, -4)}AAAA`
    await expect(keyring.unlock({ ...(await opening('unlock')), blob })).rejects.toMatchObject(locked)
    expect(await clientHalf()).toEqual(zero(32))
  })
})

describe('what is sealed', () => {
  it('leaves no copy of the entropy or of a client half behind', async () => {
    const given: [BufferSource, Uint8Array][] = []
    const encrypt = crypto.subtle.encrypt.bind(crypto.subtle)
    vi.spyOn(crypto.subtle, 'encrypt').mockImplementation((algorithm, key, data) => {
      given.push([data, new Uint8Array(data as Uint8Array)])
      return encrypt(algorithm, key, data)
    })
    const { open } = await make()
    await open()
    // Two wallets sealed and two device halves; the halves of recovery go another way.
    expect(given).toHaveLength(4)
    for (const [data, was] of given) {
      expect(was).not.toEqual(zero(32))
      expect(data).toEqual(zero(32))
    }
  })

  it('leaves no client half behind where the other half cannot be opened', async () => {
    const { keyring, opening } = await make()
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    const asked = await opening('unlock')
    const server = { ...asked.server, challenge: 'challenge-of-another-release' }
    await expect(keyring.unlock({ ...asked, server })).rejects.toMatchObject(locked)
    expect(new Uint8Array((await decrypt.mock.results[0]?.value) as ArrayBuffer)).toEqual(zero(32))
  })
})

describe('a wallet that does not open', () => {
  it('leaves neither the server half nor the key behind', async () => {
    const { keyring, opening, stored } = await make()
    const asked = await opening('unlock')
    // Joining is the only thing here that maps bytes: of the server half, to the key.
    const joined = vi.spyOn(Uint8Array.prototype, 'map')
    const blob = `${stored.blob.slice(0, -4)}AAAA`
    await expect(keyring.unlock({ ...asked, blob })).rejects.toMatchObject(locked)
    const { contexts, results } = joined.mock
    joined.mockRestore()
    const at = contexts.findIndex((bytes) => (bytes as Uint8Array).length === 32)
    expect(contexts[at]).toEqual(zero(32))
    expect(results[at]?.value).toEqual(zero(32))
  })

  it('is refused with a half of another length', async () => {
    const { keyring, opening } = await make()
    const { factorId, kind, epoch, ...rest } = await opening('unlock')
    if (!('key' in rest.client)) throw new Error('A device keeps its own half')
    const { key } = rest.client
    const iv = random(12)
    const additionalData = Uint8Array.from(halfAad({ ...name, factorId, kind, epoch }))
    const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, random(31))
    const client = { key, cipher: toBase64Url(new Uint8Array([...iv, ...new Uint8Array(cipher)])) }
    await expect(keyring.unlock({ ...rest, factorId, kind, epoch, client })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
  })
})

describe('a proof', () => {
  it('leaves no copy of the entropy behind', async () => {
    const { keyring, opening } = await make()
    const asked = await opening('sign-up-roundtrip')
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    await keyring.prove(asked)
    const opened = await decrypt.mock.results.at(-1)?.value
    expect(new Uint8Array(opened as ArrayBuffer)).toEqual(zero(32))
  })
})

describe('a new factor', () => {
  it('leaves no half behind', async () => {
    const drawn: Uint8Array[] = []
    const keyring = createKeyring({
      now: () => 1,
      random(size) {
        const bytes = random(size)
        drawn.push(bytes)
        return bytes
      },
    })
    const factors: FactorPlan[] = [
      { factorId: 'factor-device-0001', kind: 'device', clientKey: await createClientKey() },
      { factorId: 'factor-auto-000001', kind: 'auto' },
    ]
    await keyring.create({ name, custodyKeys: createServers().custodyKeys, factors })
    const [entropy, key, ...halves] = drawn.filter(({ length }) => length === 32)
    expect([entropy, key]).not.toContainEqual(zero(32))
    expect(halves).toEqual([zero(32), zero(32)])
  })
})
