import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  blake2AsHex,
  blake2AsU8a,
  decodeAddress,
  encodeAddress,
  keyExtractSuri,
  keyFromPath,
  mnemonicToMiniSecret,
  sr25519PairFromSeed,
  xxhashAsHex,
} from '@polkadot/util-crypto'
import { hex } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mnemonic } from '../evm/accounts.js'
import type { FamilyChain } from '../familyChain.js'
import { polkadotAccounts } from './polkadotAccounts.js'
import { polkadotGenesisHash } from './polkadotNetwork.js'
import { decodeSs58 } from './ss58.js'
import { startPolkadotLedger } from './startPolkadotLedger.js'

type Header = { parentHash: string; number: string; stateRoot: string; extrinsicsRoot: string }

const stranger = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'

async function call(ledger: FamilyChain, method: string, ...params: unknown[]): Promise<unknown> {
  const response = await fetch(ledger.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
  })
  const answer = (await response.json()) as { id: number; result?: unknown; error?: { code: number; message: string } }
  expect(answer.id).toBe(7)
  if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
  return answer.result
}

/** The key of an account, made by Polkadot's own library. */
function keyOf(address: string): string {
  const account = decodeAddress(address)
  return `${xxhashAsHex('System', 128)}${xxhashAsHex('Account', 128).slice(2)}${blake2AsHex(account, 128).slice(2)}${hex.encode(account)}`
}

/** The free balance of an `AccountInfo`: after four counters of 32 bits, 128 bits from the smallest byte. */
function freeOf(info: unknown): bigint {
  const bytes = hex.decode(String(info).slice(2))
  expect(bytes.length).toBe(80)
  return bytes.slice(16, 32).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
}

describe('startPolkadotLedger', () => {
  let ledger: FamilyChain
  beforeAll(async () => {
    ledger = await startPolkadotLedger()
  })
  afterAll(() => ledger.stop())

  it("behavior: the development accounts are those of Polkadot's own library, and begin with 100 DOT", async () => {
    const accounts = polkadotAccounts(3)
    for (const [index, account] of accounts.entries()) {
      const { path } = keyExtractSuri(`${mnemonic}${index === 0 ? '' : `//${index}`}`)
      const pair = keyFromPath(sr25519PairFromSeed(mnemonicToMiniSecret(mnemonic)), path, 'sr25519')
      expect(account.publicKey).toBe(hex.encode(pair.publicKey))
      expect(account.address).toBe(encodeAddress(pair.publicKey, 42))
      expect(freeOf(await call(ledger, 'state_getStorage', keyOf(account.address)))).toBe(1_000_000_000_000n)
    }
  })

  it('behavior: fund gives 10 DOT in a new block to an address of any network', async () => {
    const before = (await call(ledger, 'chain_getHeader')) as Header
    expect(await call(ledger, 'state_getStorage', keyOf(stranger))).toBeNull()
    const [hash] = await ledger.fund(stranger)
    await ledger.fund(encodeAddress(stranger, 0))
    expect(freeOf(await call(ledger, 'state_getStorage', keyOf(stranger)))).toBe(200_000_000_000n)
    const header = (await call(ledger, 'chain_getHeader', hash)) as Header
    expect(Number(header.number)).toBe(Number(before.number) + 1)
    expect(await call(ledger, 'chain_getBlockHash', Number(header.number))).toBe(hash)
    expect(header.parentHash).toBe(await call(ledger, 'chain_getBlockHash', Number(before.number)))
    const bytes = `${header.parentHash.slice(2)}04${header.stateRoot.slice(2)}${header.extrinsicsRoot.slice(2)}00`
    expect(`0x${hex.encode(blake2AsU8a(hex.decode(bytes), 256))}`).toBe(hash)
  })

  it('behavior: says which chain it is', async () => {
    expect(await call(ledger, 'chain_getBlockHash', 0)).toBe(polkadotGenesisHash)
    expect(ledger.chainId).toBe(`polkadot:${polkadotGenesisHash.slice(2, 34)}`)
    expect(await call(ledger, 'system_chain')).toBe('Local Polkadot')
    expect(await call(ledger, 'system_properties')).toEqual({ ss58Format: 42, tokenDecimals: 10, tokenSymbol: 'DOT' })
    expect(await call(ledger, 'system_health')).toMatchObject({ isSyncing: false })
    expect(await call(ledger, 'state_getRuntimeVersion')).toMatchObject({ specName: expect.any(String) })
    const { methods } = (await call(ledger, 'rpc_methods')) as { methods: string[] }
    for (const method of methods.filter((name) => !/Storage|accountNextIndex/.test(name))) await call(ledger, method)
    expect(methods).toContain('state_getStorage')
  })

  it('error: unknown methods, misspelt addresses, wrong keys, old and unknown blocks are told', async () => {
    await expect(call(ledger, 'author_submitExtrinsic', '0x00')).rejects.toMatchObject({ code: -32601 })
    for (const key of [undefined, 'banana', '0x1']) {
      await expect(call(ledger, 'state_getStorage', key)).rejects.toMatchObject({ code: -32602 })
    }
    const key = keyOf(stranger)
    await ledger.fund(stranger)
    for (const at of [polkadotGenesisHash, `0x${'ab'.repeat(32)}`]) {
      await expect(call(ledger, 'state_getStorage', key, at)).rejects.toMatchObject({ code: -32000 })
    }
    expect(await call(ledger, 'chain_getBlockHash', 999)).toBeNull()
    expect(await call(ledger, 'chain_getHeader', `0x${'ab'.repeat(32)}`)).toBeNull()
    for (const wrong of ['', 'banana', `${stranger.slice(0, -1)}Z`, '0x00']) {
      await expect(ledger.fund(wrong)).rejects.toMatchObject({ code: 'INVALID_ADDRESS' })
      expect(decodeSs58(wrong)).toBeUndefined()
    }
    expect(hex.encode(decodeSs58(encodeAddress(stranger, 1328)) ?? new Uint8Array())).toBe(
      hex.encode(decodeAddress(stranger)),
    )
  })

  it('behavior: answers lists of requests, bodies that are no JSON, and pages of other sites', async () => {
    const post = async (body: string) => {
      const headers = { 'content-type': 'application/json', origin: 'https://app.example' }
      const response = await fetch(ledger.url, { method: 'POST', headers, body })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      return response.json()
    }
    expect(await post('[{"jsonrpc":"2.0","id":1,"method":"system_chain"},{"id":"2","method":5}]')).toMatchObject([
      { id: 1, result: 'Local Polkadot' },
      { id: '2', error: { code: -32600 } },
    ])
    expect(await post('{torn')).toMatchObject({ id: null, error: { code: -32700 } })
  })

  it('behavior: a restart keeps balances and blocks; a file that cannot be read is put aside', async () => {
    const stateDir = await mkdtemp(join(tmpdir(), 'latchkey-polkadot-'))
    const before = await startPolkadotLedger({ stateDir })
    const [hash] = await before.fund(stranger)
    await before.stop()
    const after = await startPolkadotLedger({ stateDir })
    expect(freeOf(await call(after, 'state_getStorage', keyOf(stranger)))).toBe(100_000_000_000n)
    expect(await call(after, 'chain_getBlockHash')).toBe(hash)
    await after.stop()
    await writeFile(join(stateDir, 'polkadot.json'), '{"balances":{"x":1},"headers":[]}')
    const lines: string[] = []
    const fresh = await startPolkadotLedger({ stateDir, log: (line) => lines.push(line) })
    expect(await call(fresh, 'chain_getBlockHash')).toBe(polkadotGenesisHash)
    await fresh.stop()
    expect(lines).toEqual([expect.stringContaining('put aside')])
    expect(await readdir(stateDir)).toContain('polkadot.json.broken')
    await rm(stateDir, { recursive: true })
  })
})
