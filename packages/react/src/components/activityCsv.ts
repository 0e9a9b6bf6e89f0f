import type { Chain, HistoryEntry, SentTransaction } from '@latchkey/core'
import { groupActivity } from './activityList.js'

const head = [
  'Time',
  'Network',
  'Status',
  'Kind',
  'Direction',
  'Amount',
  'Asset',
  'From',
  'To',
  'Fee',
  'Fee asset',
  'Transaction',
]

/**
 * Writes transactions as a table that spreadsheets read: one line for each thing that moved.
 *
 * @param history - The transactions of the service.
 * @param sent - What was sent from this browser.
 * @param chains - The chains of the page, for their names.
 * @returns CSV; texts that a spreadsheet would take for a formula begin with an apostrophe.
 * @see https://www.rfc-editor.org/rfc/rfc4180
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
export function toCsv(
  history: readonly HistoryEntry[],
  sent: readonly SentTransaction[],
  chains: readonly Chain[],
): string {
  const lines = groupActivity(history, sent, 'en').flatMap(({ items }) =>
    items.flatMap((item) => {
      const time = new Date(item.at).toISOString()
      if ('sent' in item) {
        const { chainId, amount, symbol, received, from, to, hash, replacedBy = hash, status } = item.sent
        const mined = status === 'replaced' ? hash : replacedBy
        const line = (direction: string, moved: string, asset: string) => [
          time,
          nameOf(chainId),
          status,
          received ? 'trade' : 'send',
          direction,
          moved,
          asset,
          from,
          to,
          '',
          '',
          mined,
        ]
        const given = line('out', amount, symbol)
        return received ? [given, line('in', received.amount, received.symbol)] : [given]
      }
      const { metadata, transfers } = item.entry
      const { chain, status, operationType, sentFrom, sentTo, hash, fee } = metadata
      const line = (direction: string, amount: string, asset: string, isFirst: boolean) => [
        ...[time, nameOf(chain), status, operationType, direction, amount, asset, sentFrom, sentTo],
        // Once, so that a column of fees can be added up.
        ...(fee && isFirst ? [fee, coinOf(chain)] : ['', '']),
        hash,
      ]
      if (transfers.length === 0) return [line('', '', '', true)]
      return transfers.map(({ direction, quantity, fungible_info: token, nft_info: collectible }, at) =>
        line(direction, quantity.numeric, collectible?.name ?? token?.symbol ?? token?.name ?? '', at === 0),
      )
    }),
  )
  return [head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')

  function nameOf(chainId: string | null): string {
    return chains.find(({ caipNetworkId }) => caipNetworkId === chainId)?.name ?? chainId ?? ''
  }
  function coinOf(chainId: string | null): string {
    return chains.find(({ caipNetworkId }) => caipNetworkId === chainId)?.nativeCurrency.symbol ?? ''
  }
}

function cell(text: string): string {
  const safe = /^\s*[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
