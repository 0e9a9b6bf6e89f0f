import type { HistoryEntry, HistoryTransfer } from '@latchkey/protocol/accountApi'
import { isAccountId } from '@latchkey/protocol/caip'
import { cleanName } from '@latchkey/protocol/internal/text'
import { formatUnits } from 'viem'
import type { Chain } from '../platform/chains/chain.js'
import type { AccountMovement, AccountTransaction } from '../platform/upstream/historyReader.js'

/** More than this no transaction tells: a page must stay small whatever it moved. */
const maxMovements = 50

/**
 * Writes a page that nodes told as it goes over the wire.
 *
 * @param transactions - The page, newest first.
 * @param context - The chain, where pictures are served, and the time: what no block holds yet has no other.
 * @returns The entries.
 */
export function toFamilyWire(
  transactions: readonly AccountTransaction[],
  context: { chain: Chain; publicUrl: string; now: Date },
): HistoryEntry[] {
  const { chain, publicUrl, now } = context
  const { nativeCurrency, caip2 } = chain
  const icon = (symbol: string) => ({
    url: `${publicUrl.replace(/\/+$/, '')}/public/getTokenImage/${encodeURIComponent(symbol)}`,
  })

  function toTransfer({ token, amount, direction }: AccountMovement): HistoryTransfer {
    if (token === undefined) {
      const { name, symbol, decimals } = nativeCurrency
      const info = { name, symbol, icon: icon(symbol), address: null }
      return { fungible_info: info, direction, quantity: { numeric: formatUnits(amount, decimals) } }
    }
    const listed = chain.tokens.find(({ address }) => address === token.id)
    const quantity = { numeric: formatUnits(amount, listed?.decimals ?? token.decimals) }
    // What Cosmos calls a token need not be an id that the other side can read.
    const id = `${caip2}:${token.id}`
    const address = isAccountId(id) ? { address: id } : {}
    // What a token calls itself is not asked for: anybody can name one as another one is named.
    if (!listed) return { fungible_info: { name: '', symbol: shorten(token.id), ...address }, direction, quantity }
    const { name, symbol, iconUrl } = listed
    const picture = iconUrl === undefined ? icon(symbol) : { url: iconUrl }
    return { fungible_info: { name, symbol, icon: picture, ...address }, direction, quantity }
  }

  // A node may not know when an old block was made; then it was not later than the transaction above it.
  let time = now.getTime()
  return transactions.map(({ hash, minedAt, status, from, to, fee, nonce = 0, movements }) => {
    if (minedAt !== undefined) time = minedAt * 1000
    return {
      id: `${caip2}:${hash}`,
      metadata: {
        operationType: nameOf(movements),
        hash,
        minedAt: new Date(time).toISOString(),
        sentFrom: from,
        sentTo: to,
        status,
        nonce,
        chain: caip2,
        ...(fee === undefined ? {} : { fee: formatUnits(fee, nativeCurrency.decimals) }),
      },
      transfers: movements.slice(0, maxMovements).map(toTransfer),
    }
  })
}

function nameOf(movements: readonly AccountMovement[]): string {
  const goesIn = movements.some(({ direction }) => direction === 'in')
  const goesOut = movements.some(({ direction }) => direction === 'out')
  if (goesIn && goesOut) return 'trade'
  if (goesIn) return 'receive'
  return movements.length > 0 ? 'send' : 'execute'
}

function shorten(id: string): string {
  const name = cleanName(id, 200)
  return name.length > 12 ? `${name.slice(0, 4)}…${name.slice(-4)}` : name
}
