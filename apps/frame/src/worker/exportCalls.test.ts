import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { build } from 'esbuild'
import { type Hex, verifyMessage } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createClientKey, createServers, name } from '../../test/createServers.js'
import { kitKeyOf } from '../factors/proveCode.js'
import { createRecoveryCode } from '../factors/recoveryCode.js'
import { createKeyring } from './createKeyring.js'
import { createExportCalls, type ExportKeyring, type Kit } from './exportCalls.js'
import type { FactorPlan } from './messages.js'

const script = fileURLToPath(new URL('../../kit/open-kit.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-kit-'))
afterAll(() => rmSync(folder, { recursive: true }))
const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))

async function make(secret?: Uint8Array) {
  const clock = { now: 1_000_000 }
  const keyring: ExportKeyring = createKeyring({ now: () => clock.now, random }, (take) =>
    createExportCalls(take, random),
  )
  const servers = createServers()
  const device: FactorPlan = { factorId: 'factor-device-0001', kind: 'device', clientKey: await createClientKey() }
  const auto: FactorPlan = { factorId: 'factor-auto-000001', kind: 'auto' }
  const stored = await keyring.create({
    name,
    custodyKeys: servers.custodyKeys,
    factors: [device, auto],
    ...(secret && { secret }),
  })
  const open = async (purpose: string) => {
    const { hpkePub } = await keyring.startRelease({})
    return keyring.unlock(servers.opening(stored, device, hpkePub, purpose))
  }
  return { keyring, stored, open, clock, servers, device }
}
async function wordsOf(keyring: ExportKeyring): Promise<string[]> {
  const { groups } = await keyring.reveal({ group: 0 })
  const all = await Promise.all(Array.from({ length: groups }, (_, group) => keyring.reveal({ group })))
  return all.flatMap(({ words }) => words)
}
function openKit(kit: Kit | string, code: string) {
  const file = join(folder, 'kit.json')
  writeFileSync(file, typeof kit === 'string' ? kit : JSON.stringify(kit))
  return spawnSync(process.execPath, [script, file], { input: `${code}\n`, encoding: 'utf8' })
}

describe('an export', () => {
  it('gives the 24 words, group by group, and they lead to the same addresses', async () => {
    const { keyring, stored, open } = await make()
    await open('export')
    const words = await wordsOf(keyring)
    expect(words).toHaveLength(24)
    expect(mnemonicToAccount(words.join(' ')).address).toBe(stored.addresses.eip155)
    for (const group of [6, 0.5, -1])
      await expect(keyring.reveal({ group })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })

  it.each(['unlock', 'factor', 'recover'])(
    'SEC-C-02 is not given to a wallet that was opened to %s',
    async (purpose) => {
      const { keyring, open } = await make()
      const key = await createClientKey()
      const refused = { code: 'UNAUTHORIZED' }
      await expect(keyring.reveal({ group: 0 })).rejects.toMatchObject(refused)
      await open(purpose)
      await expect(keyring.reveal({ group: 0 })).rejects.toMatchObject(refused)
      await expect(keyring.kit({ key })).rejects.toMatchObject(refused)
    },
  )

  it('SEC-C-02 cannot be had by calling what was released for one thing another', async () => {
    const { keyring, stored, servers, device } = await make()
    const { hpkePub } = await keyring.startRelease({})
    const opening = servers.opening(stored, device, hpkePub, 'unlock')
    await expect(keyring.unlock({ ...opening, purpose: 'export' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('ends when the wallet is locked', async () => {
    const { keyring, open, clock } = await make()
    await open('export')
    clock.now += 16 * 60_000
    await expect(keyring.reveal({ group: 0 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('SEC-C-02 is not even part of the worker that the embedded frame loads', async () => {
    const bundle = async (entry: string) => {
      const entryPoints = [fileURLToPath(new URL(entry, import.meta.url))]
      const conditions = ['@latchkey/source']
      const { outputFiles } = await build({ entryPoints, bundle: true, write: false, format: 'esm', conditions })
      return outputFiles[0]?.text ?? ''
    }
    const [embedded, own] = [await bundle('./main.ts'), await bundle('./exportMain.ts')]
    expect([embedded.includes('latchkey-kit'), own.includes('latchkey-kit')]).toEqual([false, true])
    expect([/\breveal\(/.test(embedded), /\breveal\(/.test(own)]).toEqual([false, true])
  })
})

describe('a wallet that was brought by its words', () => {
  it.each([12, 15, 18, 21, 24])(
    'of %i words has the addresses that were shown before, its words, and a kit of them',
    async (count) => {
      const bytes = random((count / 3) * 4)
      const phrase = entropyToMnemonic(bytes, wordlist)
      const { keyring, stored, open } = await make(Uint8Array.from(bytes))
      const given = Uint8Array.from(bytes)
      expect(await keyring.preview({ secret: given })).toEqual({ addresses: stored.addresses })
      expect(given).toEqual(new Uint8Array(bytes.length))
      expect(stored.addresses.eip155).toBe(mnemonicToAccount(phrase).address)
      await open('export')
      expect((await wordsOf(keyring)).join(' ')).toBe(phrase)
      expect((await keyring.reveal({ group: 0 })).count).toBe(count)
      const code = createRecoveryCode()
      const { kit } = await keyring.kit({ key: await kitKeyOf({ code, walletId: name.walletId }) })
      const { stdout } = openKit(kit, code)
      expect(stdout.split('\n')[0]).toBe(phrase)
      expect(stdout).toContain(stored.addresses.eip155)
    },
  )

  it('is looked at without being opened, and nothing of another one is told', async () => {
    const { keyring, stored } = await make()
    const { addresses } = await keyring.preview({ secret: random(16) })
    expect(addresses.eip155).not.toBe(stored.addresses.eip155)
    await keyring.lock({})
    await keyring.preview({ secret: random(16) })
    expect(await keyring.status({})).toMatchObject({ isUnlocked: false })
  })
})

describe('a wallet that was brought by its private key', () => {
  const seed = random(32)
  const ofSolana = base58.encode(Uint8Array.from([...seed, ...ed25519.getPublicKey(seed)]))
  const evm = random(32)
  evm[0] = 1
  const evmHex = Buffer.from(evm).toString('hex')
  const forms = {
    'EVM networks': { secret: [1, ...evm], keys: { evm: evmHex } },
    Solana: { secret: [2, ...seed], keys: { solana: ofSolana } },
    both: { secret: [3, ...evm, ...seed], keys: { evm: evmHex, solana: ofSolana } },
  }
  async function keyOf(keyring: ExportKeyring, of: 'evm' | 'solana'): Promise<string> {
    const { groups } = await keyring.reveal({ group: 0, of })
    const all = await Promise.all(Array.from({ length: groups }, (_, group) => keyring.reveal({ group, of })))
    for (const { words } of all) expect(words.join('').length).toBeLessThanOrEqual(16)
    return all.flatMap(({ words }) => words).join('')
  }

  it.each(Object.entries(forms))('for %s signs with it, and gives it back beside the words', async (_, form) => {
    const entropy = random(32)
    const { keyring, stored, open } = await make(Uint8Array.from([...form.secret, ...entropy]))
    const words = mnemonicToAccount(entropyToMnemonic(entropy, wordlist))
    const keys: { evm?: string; solana?: string } = form.keys
    expect(stored.addresses.eip155).toBe(keys.evm ? privateKeyToAddress(`0x${keys.evm}`) : words.address)
    const { address } = await createKeyPairSignerFromPrivateKeyBytes(seed)
    if (keys.solana) expect(stored.addresses.solana).toBe(address)
    else expect(stored.addresses.solana).not.toBe(address)

    await open('export')
    const { signed } = await keyring.sign({ kind: 'evmMessage', message: new TextEncoder().encode('hello') })
    const proof = { address: stored.addresses.eip155 as Hex, message: 'hello', signature: signed as Hex }
    expect(await verifyMessage(proof)).toBe(true)
    expect((await keyring.reveal({ group: 0 })).imported).toEqual(Object.keys(keys))
    expect((await wordsOf(keyring)).join(' ')).toBe(entropyToMnemonic(entropy, wordlist))
    for (const of of ['evm', 'solana'] as const)
      if (keys[of]) expect(await keyOf(keyring, of)).toBe(keys[of])
      else await expect(keyring.reveal({ group: 0, of })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })

    const code = createRecoveryCode()
    const { kit } = await keyring.kit({ key: await kitKeyOf({ code, walletId: name.walletId }) })
    const { stdout, stderr, status } = openKit(kit, code)
    expect([status, stderr.replace('Recovery code: ', '')]).toEqual([0, ''])
    expect(stdout.split('\n')[0]).toBe(entropyToMnemonic(entropy, wordlist))
    expect(JSON.stringify(kit)).not.toContain(keys.evm ?? keys.solana)
    const [ofWords, ofKeys = ''] = stdout.split('Private keys that were imported')
    const { eip155, solana } = stored.addresses
    expect([ofWords?.includes(eip155), ofWords?.includes(solana)]).toEqual([!keys.evm, !keys.solana])
    expect(ofKeys.includes(eip155)).toBe(keys.evm !== undefined)
    if (keys.evm) expect(ofKeys).toContain(`0x${keys.evm}`)
    if (keys.solana) expect(ofKeys).toContain(keys.solana)
    expect(openKit({ ...kit, version: 1 }, code).stderr).toContain('was changed')
  })

  it('is not made of bytes that are no secret', async () => {
    const broken = [
      [0, ...random(64)],
      [4, ...random(64)],
      [1, ...random(63)],
      [1, ...random(96)],
      [3, ...random(64)],
    ]
    for (const bytes of broken)
      await expect(make(Uint8Array.from(bytes))).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
    // Zero is no key of secp256k1.
    await expect(make(Uint8Array.from([1, ...new Uint8Array(32), ...random(32)]))).rejects.toThrow()
  })

  it('does not let the whole key leave at once', async () => {
    const secret = Uint8Array.from([1, ...evm, ...random(32)])
    const keyring = createKeyring({ now: () => 0, random }, () => ({
      say: async ({ text }: { text: string }) => ({ text }),
    }))
    const plan: FactorPlan = { factorId: 'factor-device-0001', kind: 'device', clientKey: await createClientKey() }
    const factors = [plan, { factorId: 'factor-auto-000001', kind: 'auto' as const }]
    await keyring.create({ name, custodyKeys: createServers().custodyKeys, factors, secret })
    for (const text of [evmHex, `0x${evmHex.toUpperCase()}`])
      await expect(keyring.say({ text })).rejects.toMatchObject({ code: 'UNKNOWN' })
  })
})

describe('a wallet of the time before keys could be imported', () => {
  it('has a blob of its entropy alone, and opens as it did', async () => {
    const entropy = random(32)
    const { keyring, stored, servers, device } = await make(Uint8Array.from(entropy))
    // 12 bytes of nonce and 16 of tag around what it was.
    expect(fromBase64Url(stored.blob)).toHaveLength(12 + 32 + 16)
    const { hpkePub } = await keyring.startRelease({})
    await keyring.unlock(servers.opening(stored, device, hpkePub, 'export'))
    expect((await keyring.reveal({ group: 0 })).imported).toEqual([])
    expect((await wordsOf(keyring)).join(' ')).toBe(entropyToMnemonic(entropy, wordlist))
    const { kit } = await keyring.kit({ key: await createClientKey() })
    expect(kit.version).toBe(1)
  })
})

describe('an offline kit', () => {
  async function makeKit() {
    const { keyring, stored, open } = await make()
    await open('export')
    const code = createRecoveryCode()
    const { kit } = await keyring.kit({ key: await kitKeyOf({ code, walletId: name.walletId }) })
    return { keyring, stored, code, kit, words: (await wordsOf(keyring)).join(' ') }
  }

  it('holds no word in the clear, and opens with the code by a script that needs nothing of ours', async () => {
    const { kit, code, words, stored } = await makeKit()
    const text = JSON.stringify(kit)
    expect(text).not.toContain(words.split(' ').slice(0, 2).join(' '))
    for (const typed of [code, code.toLowerCase().replaceAll('-', ' ')]) {
      const { stdout, status, stderr } = openKit(kit, typed)
      expect([status, stderr.replace('Recovery code: ', '')]).toEqual([0, ''])
      expect(stdout.split('\n')[0]).toBe(words)
      const { eip155, solana, bip122 } = stored.addresses
      for (const address of [eip155, solana, bip122.payment, bip122.ordinal]) expect(stdout).toContain(address)
    }
    expect(mnemonicToAccount(words).address).toBe(stored.addresses.eip155)
  })

  it('leaves no copy of the words behind', async () => {
    const { keyring, open } = await make()
    await open('export')
    const encrypt = vi.spyOn(crypto.subtle, 'encrypt')
    await keyring.kit({ key: await createClientKey() })
    const text = new Uint8Array(encrypt.mock.calls[0]?.[2] as Uint8Array<ArrayBuffer>)
    encrypt.mockRestore()
    expect(text.length).toBeGreaterThan(90)
    expect(text).toEqual(new Uint8Array(text.length))
  })

  it('opens neither with another code, nor when anything in it was changed, and says so', async () => {
    const { kit, code } = await makeKit()
    const refusals: [Kit | string, string, string][] = [
      [kit, createRecoveryCode(), 'does not open this kit'],
      [kit, code.slice(0, -1), 'has 28 characters, these are 27'],
      [kit, `${code.slice(0, -1)}${code.endsWith('0') ? '2' : '0'}`, 'is wrong'],
      [kit, '!', 'a character that none has'],
      [{ ...kit, addresses: { ...kit.addresses, eip155: `0x${'a'.repeat(40)}` } }, code, 'was changed'],
      [{ ...kit, walletId: 'wallet-00000000002' }, code, 'was changed'],
      [{ ...kit, version: 3 as 1 }, code, 'newer form'],
      [{ ...kit, version: 2 }, code, 'was changed'],
      ['{"format":"other"}', code, 'not the kit'],
      ['', code, 'cannot be read'],
    ]
    for (const [file, typed, says] of refusals) {
      const { status, stdout, stderr } = openKit(file, typed)
      expect([status, stdout]).toEqual([1, ''])
      expect(stderr).toContain(says)
      expect(stderr).not.toMatch(/\n\s+at /)
    }
  })
})
