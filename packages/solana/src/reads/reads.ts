import type { ReadContext } from '@latchkey/core'
import { formatAmount } from '@latchkey/core'
import type { TokenBalance } from '@latchkey/protocol/api'
import { toAccountId } from '@latchkey/protocol/caip'
import { isSolanaAddress } from '@latchkey/protocol/internal/solana'
import { getAccounts } from './chainAccounts.js'
import { tokenPrograms } from './programs.js'
import { askValue, badAnswer, type Nodes, toInteger } from './rpc.js'

/** An account of a token, as the node reads it. */
export type TokenAccount = {
  readonly address: string
  readonly mint: string
  readonly amount: bigint
  readonly decimals: number
  readonly isFrozen: boolean
}

/** Native balance in lamports. */
export async function getBalance(nodes: Nodes, context: ReadContext, address: string): Promise<bigint> {
  return toInteger(await askValue(nodes, context, 'getBalance', [address, { commitment: 'confirmed' }]))
}

/** So many mints are asked about at once, each with what is kept for it, and so many times. */
const [mintsAtOnce, mostTimes] = [50, 8]

/**
 * Native coin and every token held, of both token programs; a token that the chain does not list is named by its mint. Collectibles are
 * none.
 */
export async function getBalances(
  nodes: Nodes,
  context: ReadContext,
  address: string,
): Promise<readonly TokenBalance[]> {
  const { chain } = context
  const [native, ...accounts] = await Promise.all([
    getBalance(nodes, context, address),
    ...tokenPrograms.map((programId) => getTokenAccounts(nodes, context, address, { programId })),
  ])
  const totals = new Map<string, TokenAccount>()
  for (const account of accounts.flat()) {
    const known = totals.get(account.mint)
    totals.set(account.mint, { ...account, amount: account.amount + (known?.amount ?? 0n) })
  }
  const held = [...totals.values()].filter(({ amount }) => amount > 0n)
  const singles = held.filter(
    ({ mint, amount, decimals }) =>
      amount === 1n && decimals === 0 && !chain.tokens?.some(({ address }) => address === mint),
  )
  const collectibles = await findCollectibles(
    nodes,
    context,
    singles.map(({ mint }) => mint),
  )
  const tokens = held.filter(({ mint }) => !collectibles.has(mint))
  const { nativeCurrency, iconUrl = '' } = chain
  return [
    balance({ ...nativeCurrency, iconUrl }, native, nativeCurrency.decimals),
    ...tokens.map(({ mint, amount, decimals }) => {
      const listed = chain.tokens?.find((token) => token.address === mint)
      // What a mint says of itself anybody can write, so only a listed token is shown under a name.
      const names = listed ?? { name: mint, symbol: `${mint.slice(0, 4)}…${mint.slice(-4)}` }
      return { ...balance(names, amount, decimals), address: toAccountId(chain.caipNetworkId, mint) }
    }),
  ]

  function balance(
    token: { readonly name: string; readonly symbol: string; readonly iconUrl?: string },
    amount: bigint,
    decimals: number,
  ): TokenBalance {
    return {
      name: token.name,
      symbol: token.symbol,
      chainId: chain.caipNetworkId,
      price: 0,
      quantity: { decimals: String(decimals), numeric: formatAmount(amount, decimals) },
      iconUrl: token.iconUrl ?? '',
    }
  }
}

/** Those mints that are collectibles by what is kept for them; none where the node does not tell. */
async function findCollectibles(
  nodes: Nodes,
  context: ReadContext,
  mints: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  if (mints.length === 0) return found
  const { isCollectible, metadataAddress, metadataBytes, readMetadata } = await import(
    '@latchkey/protocol/internal/solanaMetadata'
  )
  for (let at = 0; at < Math.min(mints.length, mintsAtOnce * mostTimes); at += mintsAtOnce) {
    const part = mints.slice(at, at + mintsAtOnce)
    const addresses = [...part, ...part.map(metadataAddress)]
    // An amount that is shown among the tokens is worth more than none at all.
    const accounts = await getAccounts(nodes, context, addresses, metadataBytes).catch(() => [])
    for (const [index, mint] of part.entries())
      if (isCollectible(accounts[index], readMetadata(mint, accounts[index], accounts[part.length + index])))
        found.add(mint)
  }
  return found
}

/** The accounts in which an address holds tokens: of one program, or of one mint. */
export async function getTokenAccounts(
  nodes: Nodes,
  context: ReadContext,
  owner: string,
  filter: { readonly programId: string } | { readonly mint: string },
): Promise<readonly TokenAccount[]> {
  const options = { encoding: 'jsonParsed', commitment: 'confirmed' }
  const value = await askValue(nodes, context, 'getTokenAccountsByOwner', [owner, filter, options])
  if (!Array.isArray(value)) throw badAnswer()
  return value.map(readTokenAccount)
}

function readTokenAccount(value: unknown): TokenAccount {
  const { pubkey, account } = (value ?? {}) as {
    pubkey?: unknown
    account?: { data?: { parsed?: { info?: { mint?: unknown; state?: unknown; tokenAmount?: TokenAmount } } } }
  }
  const info = account?.data?.parsed?.info
  const { amount, decimals } = info?.tokenAmount ?? {}
  const isRead =
    typeof pubkey === 'string' &&
    typeof info?.mint === 'string' &&
    isSolanaAddress(info.mint) &&
    typeof decimals === 'number' &&
    decimals >= 0 &&
    decimals <= 255
  if (!isRead || typeof info?.mint !== 'string') throw badAnswer()
  return { address: pubkey, mint: info.mint, amount: toInteger(amount), decimals, isFrozen: info.state === 'frozen' }
}

type TokenAmount = { amount?: unknown; decimals?: unknown }
