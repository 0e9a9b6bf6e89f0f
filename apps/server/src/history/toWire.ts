import type { HistoryEntry, HistoryTransfer } from '@latchkey/protocol/accountApi'
import { toAccountId } from '@latchkey/protocol/caip'
import { checksumAddress, formatUnits, type Hex } from 'viem'
import type { Chain } from '../platform/chains/chain.js'
import { lure } from './collectibles/lure.js'
import type { TokenFacts } from './createHistoryTables.js'
import type { Entry, Movement } from './entry.js'

/**
 * Writes a transaction as it goes over the wire.
 *
 * @param entry - The transaction, as one of its accounts sees it.
 * @param context - The chain, what its contracts say of themselves, and where pictures are served.
 * @returns The entry, with sender and receiver of what was moved where that is one thing; nothing where all that it tells is made up.
 * `transfers` is always an array, and collectibles always have `flags`.
 */
export function toWire(
  entry: Entry,
  context: { chain: Chain; tokens: ReadonlyMap<string, TokenFacts>; publicUrl: string },
): HistoryEntry | undefined {
  const { chain, tokens, publicUrl } = context
  const icon = (symbol: string) => ({
    url: `${publicUrl.replace(/\/+$/, '')}/public/getTokenImage/${encodeURIComponent(symbol)}`,
  })

  function toTransfer({ kind, contract, tokenId, from, to, amount }: Movement): HistoryTransfer {
    const direction = from === to ? 'self' : to === entry.address ? 'in' : 'out'
    if (kind === 'native') {
      const { name, symbol, decimals } = chain.nativeCurrency
      const numeric = formatUnits(BigInt(amount), decimals)
      return { fungible_info: { name, symbol, icon: icon(symbol), address: null }, direction, quantity: { numeric } }
    }
    const listed = chain.tokens.find(({ address }) => address.toLowerCase() === contract)
    const { name, symbol, decimals } = listed ?? tokens.get(contract ?? '') ?? { name: '', symbol: '', decimals: 0 }
    if (kind === 'erc20') {
      const picture = listed?.iconUrl === undefined ? icon(symbol) : { url: listed.iconUrl }
      const numeric = formatUnits(BigInt(amount), decimals)
      // Only pictures of tokens that the operator lists are shown: anybody can name a token as another one is named.
      const address = contract && toAccountId(chain.caip2, checksumAddress(contract as Hex))
      const info = { name, symbol, ...(listed ? { icon: picture } : {}), ...(address ? { address } : {}) }
      return { fungible_info: info, direction, quantity: { numeric } }
    }
    const isSpam =
      listed === undefined && direction === 'in' && entry.sender !== entry.address && lure.test(`${name} ${symbol}`)
    return {
      nft_info: { name: `${name || symbol} #${tokenId}`.trim(), flags: { is_spam: isSpam } },
      direction,
      quantity: { numeric: amount },
    }
  }

  // The coin of the chain is moved by the chain alone.
  const isSure = ({ kind, contract }: Movement) =>
    kind === 'native' || chain.tokens.some(({ address }) => address.toLowerCase() === contract)
  // An unknown contract may log a transfer that an account never made, to lure its owner into copying the receiver.
  const movements = entry.movements.filter(
    (one) => one.from !== entry.address || entry.sender === entry.address || isSure(one),
  )
  if (movements.length === 0 && entry.movements.length > 0) return undefined
  const [only, ...more] = movements
  const ends = only && more.length === 0 ? only : { from: entry.sender, to: entry.receiver }
  return {
    id: `${chain.caip2}:${entry.hash}`,
    metadata: {
      operationType: entry.operation,
      hash: entry.hash,
      minedAt: new Date(entry.minedAt * 1000).toISOString(),
      // As wallets and explorers write them, so that people can compare them.
      sentFrom: checksumAddress(ends.from as Hex),
      sentTo: checksumAddress(ends.to as Hex),
      status: entry.isOk ? 'confirmed' : 'failed',
      nonce: entry.nonce,
      chain: chain.caip2,
    },
    transfers: movements.map(toTransfer),
  }
}
