import { base58, base64 } from '@scure/base'
import * as z from 'zod/mini'
import type { SolanaMessage } from '../signing/solana/solanaMessage.js'
import type { FrameChain } from '../types.js'
import type { ChainClient } from './createChainClient.js'

const account = z.nullable(
  z.object({ lamports: z.number(), owner: z.string(), data: z.tuple([z.string(), z.string()]) }),
)
const held = z.object({ value: z.array(account) })
const tried = z.object({ value: z.object({ err: z.unknown(), accounts: z.nullish(z.array(account)) }) })
type Account = z.infer<typeof account>

const tokenPrograms = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
const tableProgram = 'AddressLookupTab1e1111111111111111111111111'
const tableHeader = 56
/** The maximum number of accounts in one request. */
const mostAccounts = 100

/** The simulated effects of a transaction on an account, its fee included. */
export type SolanaTrial = {
  /** Why it would fail. */
  readonly failure?: string
  /** In lamports. */
  readonly sol: bigint
  readonly tokens: readonly { readonly mint: string; readonly change: bigint }[]
  /** The accounts that could newly take tokens. */
  readonly delegates: readonly { readonly mint: string; readonly delegate: string; readonly amount: bigint }[]
  /** The account itself would belong to a program. */
  readonly isHandedOver: boolean
}

type Parts = {
  readonly client: ChainClient
  readonly chain: FrameChain
  readonly account: string
  readonly signal: AbortSignal
}

/**
 * Reads the accounts that a transaction names by a table, and has a node try it out.
 *
 * @param message - The transaction's message.
 * @param transaction - The bytes; its signatures need not be there yet.
 * @param parts - The network, the RPC client, the account whose changes are read, and a signal.
 * @returns The message with the accounts of tables that can be read by their address; what it would do, undefined where the node
 * cannot tell.
 * @see https://solana.com/docs/rpc/http/simulatetransaction
 */
export async function simulateSolana(
  message: SolanaMessage,
  transaction: Uint8Array,
  parts: Parts,
): Promise<{ readonly message: SolanaMessage; readonly trial: SolanaTrial | undefined }> {
  const resolved = await resolveTables(message, parts).catch(() => message)
  return { message: resolved, trial: await run(resolved, transaction, parts).catch(() => undefined) }
}

async function run(message: SolanaMessage, transaction: Uint8Array, parts: Parts): Promise<SolanaTrial | undefined> {
  const { client, chain, account: own, signal } = parts
  const addresses = [...new Set([own, ...message.instructions.flatMap(({ accounts }) => accounts)])]
  if (message.usesLookupTables || addresses.length > mostAccounts) return undefined
  const options = {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses },
  }
  const [before, answer] = await Promise.all([
    readAccounts(addresses, parts),
    client.call(chain, 'simulateTransaction', [base64.encode(transaction), options], { signal }).then(tried.parse),
  ])
  const { err, accounts: after } = answer.value
  const none = { sol: 0n, tokens: [], delegates: [], isHandedOver: false }
  if (err !== null && err !== undefined) return { ...none, failure: JSON.stringify(err).slice(0, 120) }
  if (after?.length !== addresses.length) return undefined
  const tokens = new Map<string, bigint>()
  const delegates: SolanaTrial['delegates'][number][] = []
  addresses.forEach((_, at) => {
    const [was, is] = [readToken(before[at], own), readToken(after[at], own)]
    const mint = is?.mint ?? was?.mint
    if (mint === undefined) return
    tokens.set(mint, (tokens.get(mint) ?? 0n) + (is?.amount ?? 0n) - (was?.amount ?? 0n))
    if (is?.delegate && (is.delegate !== was?.delegate || is.allowed > was.allowed))
      delegates.push({ mint, delegate: is.delegate, amount: is.allowed })
  })
  return {
    sol: BigInt(after[0]?.lamports ?? 0) - BigInt(before[0]?.lamports ?? 0),
    tokens: [...tokens].filter(([, change]) => change !== 0n).map(([mint, change]) => ({ mint, change })),
    delegates,
    isHandedOver: !!after[0] && after[0].owner !== (before[0]?.owner ?? after[0].owner),
  }
}

async function readAccounts(addresses: readonly string[], { client, chain, signal }: Parts): Promise<Account[]> {
  const asked = [addresses, { encoding: 'base64' }]
  const { value } = held.parse(await client.call(chain, 'getMultipleAccounts', asked, { signal }))
  if (value.length !== addresses.length) throw new RangeError('Not as many accounts as were asked for')
  return value
}

/** A token account of the signer. @see https://solana.com/docs/tokens */
function readToken(account: Account | undefined, owner: string) {
  if (!account || !tokenPrograms.includes(account.owner)) return undefined
  const bytes = base64.decode(account.data[0])
  const address = (at: number) => base58.encode(bytes.subarray(at, at + 32))
  if (bytes.length < 165 || address(32) !== owner) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  return {
    mint: address(0),
    amount: view.getBigUint64(64, true),
    delegate: view.getUint32(72, true) === 1 ? address(76) : undefined,
    allowed: view.getBigUint64(121, true),
  }
}

// The network takes what stands in a table when the transaction comes; tables only ever grow.
async function resolveTables(message: SolanaMessage, parts: Parts): Promise<SolanaMessage> {
  if (!message.usesLookupTables) return message
  const place = /^(\w+)\[(\d+)\]$/
  const named = message.instructions.flatMap(({ accounts }) => accounts.map((each) => place.exec(each)?.[1] ?? ''))
  const tables = [...new Set(named.filter((each) => each !== ''))]
  const rows = (await readAccounts(tables, parts)).map((each) =>
    each?.owner === tableProgram ? base64.decode(each.data[0]).subarray(tableHeader) : new Uint8Array(),
  )
  const resolve = (name: string): string => {
    const [, table = '', at = ''] = place.exec(name) ?? []
    if (table === '') return name
    const key = rows[tables.indexOf(table)]?.subarray(Number(at) * 32, Number(at) * 32 + 32)
    if (key?.length !== 32) throw new RangeError('No such place in the table')
    return base58.encode(key)
  }
  return {
    ...message,
    instructions: message.instructions.map((each) => ({ ...each, accounts: each.accounts.map(resolve) })),
    usesLookupTables: false,
  }
}
