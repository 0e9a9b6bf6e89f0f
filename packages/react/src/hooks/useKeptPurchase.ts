import type { AccountId } from '@latchkey/core'
import { useCallback, useState } from 'react'
import { useConfig } from './useConfig.js'

/** A purchase that was begun in this browser and is not over. */
export type KeptPurchase = {
  readonly account: AccountId
  readonly id: string
  readonly url: string
  readonly provider: string
}

/** The newest purchase of an account that is under way, kept between visits. */
export function useKeptPurchase(account: AccountId | undefined): {
  kept: KeptPurchase | undefined
  keep(purchase: KeptPurchase): void
  forget(): void
} {
  const config = useConfig()
  const [, draw] = useState(0)
  const found = config.storage.get('purchase', isKept)
  const keep = useCallback(
    (purchase: KeptPurchase) => {
      config.storage.set('purchase', purchase)
      draw((count) => count + 1)
    },
    [config],
  )
  const forget = useCallback(() => {
    config.storage.remove('purchase')
    draw((count) => count + 1)
  }, [config])
  return { kept: found?.account === account ? found : undefined, keep, forget }
}

function isKept(value: unknown): value is KeptPurchase {
  if (typeof value !== 'object' || value === null) return false
  const row = value as { [name: string]: unknown }
  return ['account', 'id', 'url', 'provider'].every((name) => typeof row[name] === 'string')
}
