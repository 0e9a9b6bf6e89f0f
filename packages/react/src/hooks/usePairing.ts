import {
  addRecentListing,
  type ChainId,
  connect,
  isPairing,
  type PairingConnector,
  type PairingState,
} from '@latchkey/core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useLatchkey } from '../context.js'
import { useConfigConnectors } from './useSnapshot.js'

/** The return type of `usePairing`. */
export type UsePairing = {
  readonly connector: PairingConnector | undefined
  readonly state: PairingState | undefined
  readonly error: Error | undefined
  readonly retry: () => void
}

const nothing = () => () => {}

/**
 * Offers this page to a wallet on another device for as long as the caller is drawn, and shows what comes next once one
 * has approved.
 *
 * @param listingId - The wallet of the directory that is hoped for, to be remembered.
 * @param chainId - The chain whose family the wallet must have; any of the page's will do when absent.
 */
export function usePairing(listingId: string | undefined, chainId?: ChainId): UsePairing {
  const { config, modal } = useLatchkey()
  const connector = useConfigConnectors(config).find(isPairing)
  const [attempt, setAttempt] = useState(0)
  const [error, setError] = useState<Error>()
  const pairing = connector?.pairing
  const subscribe = useCallback((listener: () => void) => pairing?.subscribe(listener) ?? nothing(), [pairing])
  const state = useSyncExternalStore(subscribe, () => pairing?.getState())

  useEffect(() => modal.expect('Account'), [modal])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks anew
  useEffect(() => {
    if (!connector) return
    const controller = new AbortController()
    const { signal } = controller
    const ask = async () => {
      try {
        await connect(config, { connector, ...(chainId && { chainId }), signal })
        if (signal.aborted) return
        if (listingId) addRecentListing(config.storage, listingId)
        modal.reset(modal.home())
      } catch (failure) {
        if (!signal.aborted) setError(failure as Error)
      }
    }
    // A frame later, so that a view which is drawn twice (strict mode) makes one offer.
    const timer = setTimeout(ask, 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [config, modal, connector, listingId, chainId, attempt])

  const retry = () => {
    setError(undefined)
    setAttempt((count) => count + 1)
  }
  return { connector, state, error, retry }
}
