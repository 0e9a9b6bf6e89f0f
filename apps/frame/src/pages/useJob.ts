import { isLatchkeyError } from '@latchkey/protocol/errors'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../face/messageOf.js'

/** One thing at a time that takes a while, and what came of the last. */
export type Job = {
  readonly isBusy: boolean
  readonly problem: string | undefined
  readonly told: string | undefined
  /** Does it unless something else is being done; what it gives is said afterwards. */
  run(job: () => Promise<string | undefined>): Promise<void>
}

/**
 * Gives what a view needs to do one thing at a time and to say how it went.
 *
 * @returns The job.
 */
export function useJob(): Job {
  const [state, setState] = useState<{ isBusy: boolean; problem?: string | undefined; told?: string | undefined }>({
    isBusy: false,
  })
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
    setState({ isBusy: true })
    let next: { problem?: string | undefined; told?: string | undefined } = {}
    try {
      next = { told: await job() }
    } catch (error) {
      // A person who left a screen knows that they did.
      const hasLeft = isLatchkeyError(error, 'ABORTED') || isLeave(error)
      next = { problem: hasLeft ? undefined : messageOf(error) }
    }
    isBusy.current = false
    if (isThere.current) setState({ isBusy: false, ...next })
  }, [])
  return { isBusy: state.isBusy, problem: state.problem, told: state.told, run }
}

function isLeave(error: unknown): boolean {
  return isLatchkeyError(error, 'USER_REJECTED') && /rejected in the wallet/.test(error.message)
}
