import { getHistory, type HistoryEntry, type SentTransaction } from '@latchkey/core'
import { useState } from 'react'
import { useLatchkey } from '../context.js'
import { useActivityStrings } from '../hooks/useActivityStrings.js'
import { useConnection } from '../hooks/useConnection.js'

/** More are not asked for at once. */
const mostRows = 1_000

/** Saves what an account did as a file, with what was sent from this browser and nobody tells yet. */
export function useExportActivity(sent: readonly SentTransaction[]) {
  const { config, toasts } = useLatchkey()
  const strings = useActivityStrings()
  const { caipAddress, address } = useConnection()
  const [isExporting, setIsExporting] = useState(false)

  const exportAll = async () => {
    if (!caipAddress || !address) return
    setIsExporting(true)
    try {
      const { toCsv } = await import('./activityCsv.js')
      const history: HistoryEntry[] = []
      let cursor: string | undefined
      do {
        const page = await getHistory(config, { account: caipAddress, cursor })
        history.push(...page.transactions)
        cursor = page.next
      } while (cursor !== undefined && history.length < mostRows)
      if (cursor !== undefined) toasts.show(strings.exportPart(history.length))
      save(`activity-${address}.csv`, toCsv(history, sent, config.chains))
    } catch {
      toasts.show(strings.historyFailed, 'error')
    } finally {
      setIsExporting(false)
    }
  }
  return { exportAll, isExporting }
}

function save(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  // The browser has begun to read it by then, or asks where to put it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
