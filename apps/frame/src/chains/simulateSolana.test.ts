import { type SolanaChain, solanaChainId, solanaTokens, startSolanaChain } from '@latchkey/devnet'
import { concatBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { user } from '../../test/signingWallet.js'
import { useRpcWorld } from '../../test/useRpcWorld.js'
import type { Approval, FrameChain } from '../types.js'

const { open, screens } = useRpcWorld()
const account = user.addresses.solana
const own = base58.decode(account)
const someone = new Uint8Array(32).fill(9)
const system = new Uint8Array(32)
const token = base58.decode('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const usdc = solanaTokens[0]
const little = (value: bigint, size = 8) =>
  Array.from({ length: size }, (_, at) => Number((value >> BigInt(at * 8)) & 0xffn))

/** A transaction of one instruction; the program is the last key. */
function transaction(
  keys: readonly Uint8Array[],
  { accounts, data }: { accounts: number[]; data: number[] },
  table?: Uint8Array,
): string {
  const message = concatBytes(
    new Uint8Array([...(table ? [0x80] : []), 1, 0, 1, keys.length]),
    ...keys,
    new Uint8Array(32).fill(1),
    new Uint8Array([1, keys.length - 1, accounts.length, ...accounts, data.length, ...data]),
    ...(table ? [new Uint8Array([1]), table, new Uint8Array([1, 0, 0])] : []),
  )
  return base58.encode(concatBytes(new Uint8Array([1]), new Uint8Array(64), message))
}

describe('a Solana transaction, simulated by a node', () => {
  let solana: SolanaChain
  beforeAll(async () => {
    solana = await startSolanaChain({ slotTime: 20 })
    await solana.fund(account)
  })
  afterAll(() => solana.stop())

  async function call(method: string, params: unknown[]): Promise<{ value: { pubkey: string }[] }> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch(solana.url, { method: 'POST', headers, body })).json()).result
  }
  const tokenAccount = async () => {
    const asked = [account, { mint: usdc?.address }, { encoding: 'base64' }]
    return base58.decode((await call('getTokenAccountsByOwner', asked)).value[0]?.pubkey ?? '')
  }

  /** Asks for a signature, and gives what was shown. */
  async function show(asked: string, answer?: (method: string, params: unknown[]) => unknown): Promise<Approval> {
    const chain: FrameChain = {
      id: solanaChainId,
      name: 'Local Solana',
      nativeCurrency: { name: 'SOL', symbol: 'SOL', decimals: 9 },
      tokens: usdc ? [usdc] : [],
      isTestnet: true,
    }
    const { request } = open({
      settings: { apiUrl: 'https://api.example.org', chains: [chain] },
      chainOf: async () => chain,
      fetch: async (_, init) => {
        const { id, method, params } = JSON.parse(String(init.body))
        const result = answer?.(method, params)
        if (result !== undefined) return Response.json({ jsonrpc: '2.0', id, result })
        return fetch(solana.url, { ...init, headers: { 'content-type': 'application/json' } })
      },
    })
    await request('solana_signTransaction', { transaction: asked }, { namespace: 'solana' })
    return (screens().asked.at(-1) as unknown as { approval: Approval }).approval
  }
  const leaves = (value: unknown) => ({ label: 'You send (simulated)', value, form: 'sum', change: 'out' })
  const pay = (sum: bigint) =>
    transaction([own, someone, system], { accounts: [0, 1], data: [2, 0, 0, 0, ...little(sum)] })

  it('shows what leaves, its fee included, before anything is signed', async () => {
    const approval = await show(pay(1_500_000_000n))
    expect(approval.rows).toContainEqual(leaves('1.500005 SOL'))
    expect(approval.needsSecondLook).toBe(false)
  })

  it('SEC-X-08 shows what a program takes that cannot be read, and wants a second look', async () => {
    // Burning is an instruction that is not described here.
    const burn = { accounts: [1, 2, 0], data: [8, ...little(2_500_000n)] }
    const mint = base58.decode(usdc?.address ?? '')
    const approval = await show(transaction([own, await tokenAccount(), mint, token], burn))
    expect(approval.title).toBe('Call a program')
    expect(approval.rows).toContainEqual(leaves('2.5 USDC'))
    expect(approval.needsSecondLook).toBe(true)
  })

  it('shows who could take tokens afterwards', async () => {
    const approve = { accounts: [1, 2, 0], data: [4, ...little(7_000_000n)] }
    const approval = await show(transaction([own, await tokenAccount(), someone, token], approve))
    expect(approval.rows).toContainEqual({
      label: 'Others could take',
      value: `7 USDC by ${base58.encode(someone)}`,
      tone: 'warning',
    })
  })

  it('says that it would fail, or that nobody could try it, and wants a second look', async () => {
    const failing = await show(pay(10n ** 18n))
    expect(failing.warnings).toContainEqual(expect.stringMatching(/expects this to fail/))
    const untried = await show(pay(1n), (method) => (method === 'simulateTransaction' ? 'no' : undefined))
    expect(untried.warnings).toContainEqual(expect.stringMatching(/could not be simulated/))
    expect([failing.needsSecondLook, untried.needsSecondLook]).toEqual([true, true])
  })

  it('names the accounts of a table by their address', async () => {
    const table = new Uint8Array(32).fill(4)
    const hidden = new Uint8Array(32).fill(6)
    const data = base64.encode(concatBytes(new Uint8Array(56), hidden))
    const owner = 'AddressLookupTab1e1111111111111111111111111'
    const asked = transaction([own, system], { accounts: [0, 2], data: [2, 0, 0, 0, ...little(1n)] }, table)
    const answer = (ownedBy: string) => (method: string, params: unknown[]) =>
      method === 'getMultipleAccounts' && (params[0] as string[])[0] === base58.encode(table)
        ? { value: [{ lamports: 1, owner: ownedBy, data: [data, 'base64'] }] }
        : undefined
    const approval = await show(asked, answer(owner))
    expect(approval.rows).toContainEqual(expect.objectContaining({ label: 'To', value: base58.encode(hidden) }))
    expect(approval.warnings).not.toContainEqual(expect.stringMatching(/table/))
    // What is no table names nobody.
    const unread = await show(asked, answer(account))
    expect(unread.warnings).toContainEqual(expect.stringMatching(/only by a table/))
    expect(unread.needsSecondLook).toBe(true)
  })
})
