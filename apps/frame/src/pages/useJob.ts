import { isLatchkeyError } from '@latchkey/protocol/errors'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { isRefusal } from '../api/walletServerError.js'
import { messageOf } from '../screens/messageOf.js'

/** One thing at a time that takes a while, and what came of the last. */
export type Job = {
  readonly isBusy: boolean
  readonly problem: string | undefined
  readonly told: string | undefined
  /** The server wants a fresh confirmation, and no code can give it. */
  readonly isUnconfirmed: boolean
  /** Does it unless something else is being done; what it gives is said afterwards. */
  run(job: () => Promise<string | undefined>): Promise<void>
  /** Does something first, and then the last one anew. */
  again(first: () => Promise<void>): Promise<void>
}

/**
 * Returns what a view needs to do one thing at a time and to say how it went.
 *
 * @returns The job.
 */
export function useJob(): Job {
  type Outcome = { problem?: string | undefined; told?: string | undefined; isUnconfirmed?: boolean }
  const [state, setState] = useState<{ isBusy: boolean } & Outcome>({ isBusy: false })
  const last = useRef(nothing)
  const isBusy = useRef(false)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const run = useCallback(async (job: () => Promise<string | undefined>) => {
    if (isBusy.current) return
    isBusy.current = true
    last.current = job
    setState({ isBusy: true })
    let next: Outcome = {}
    try {
      next = { told: await job() }
    } catch (error) {
      // Leaving a screen needs no message.
      const hasLeft = isLatchkeyError(error, 'ABORTED') || isLeave(error)
      next = { problem: hasLeft ? undefined : messageOf(error), isUnconfirmed: isRefusal(error, 'STEP_UP_REQUIRED') }
    }
    // What was done holds what was typed or shown for it, which is to stay in memory no longer than needed.
    if (!next.isUnconfirmed) last.current = nothing
    isBusy.current = false
    if (isThere.current) setState({ isBusy: false, ...next })
  }, [])
  const again = useCallback(
    (first: () => Promise<void>) => {
      const job = last.current
      return run(async () => {
        await first()
        last.current = job
        return job()
      })
    },
    [run],
  )
  const { problem, told, isUnconfirmed = false } = state
  return { isBusy: state.isBusy, problem, told, isUnconfirmed, run, again }
}

const nothing = async (): Promise<string | undefined> => undefined

function isLeave(error: unknown): boolean {
  return isLatchkeyError(error, 'USER_REJECTED') && /rejected in the wallet/.test(error.message)
}
