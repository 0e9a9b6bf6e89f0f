import * as z from 'zod/mini'
import { type ErrorCode, isLatchkeyError } from '../errors.js'
import { isBearable } from './message.js'

/** The requests by name, each with the schema of its payload and of its answer. */
export type RequestTable = {
  readonly [name: string]: { readonly payload: z.ZodMiniType; readonly answer: z.ZodMiniType }
}
/** A handler for each request of a table. */
export type RequestHandlers<T extends RequestTable> = {
  readonly [N in keyof T]: (
    payload: z.output<T[N]['payload']>,
    context: { readonly origin: string; readonly id: string; readonly signal: AbortSignal },
  ) => Promise<z.input<T[N]['answer']>> | z.input<T[N]['answer']>
}

/** The outcome of one request: its answer or an error. */
export type RequestOutcome = { readonly payload: unknown } | { readonly code: ErrorCode; readonly message: string }

/** Passes requests of a table to their handlers, independent of the channel. */
export type RequestDispatcher = {
  /** Whether a request of this id is open. */
  has(id: string): boolean
  /** Handles one request; never rejects. The id must not be open. */
  dispatch(request: {
    readonly id: string
    readonly name: string
    readonly payload?: unknown
    readonly origin: string
  }): Promise<RequestOutcome>
  abort(id: string): void
  /** Aborts all open requests. */
  stop(): void
  counts(): { readonly pending: number; readonly dropped: number }
}

const requestsAtOnce = 256

/**
 * Creates the dispatcher that all channels into the frame share. It validates each request by the table before the handler runs,
 * and returns only coded errors.
 *
 * @param options - The table of requests and a handler for each.
 * @returns The dispatcher.
 *
 * @example
 * import { createRequestDispatcher } from '@latchkey/protocol/internal/requests'
 * import { appEvents } from '@latchkey/protocol/internal/frame'
 * const dispatcher = createRequestDispatcher({ table: appEvents, handlers })
 * const outcome = await dispatcher.dispatch({ id, name: 'getUser', payload: { chainId: 1 }, origin: 'https://app.example' })
 */
export function createRequestDispatcher<const T extends RequestTable>(options: {
  readonly table: T
  readonly handlers: RequestHandlers<T>
}): RequestDispatcher {
  const { table, handlers } = options
  const running = new Map<string, AbortController>()
  let dropped = 0

  const refusal = (code: ErrorCode, message: string): RequestOutcome => ({ code, message })

  return {
    has: (id) => running.has(id),
    async dispatch({ id, name, payload: given, origin }) {
      const request = Object.hasOwn(table, name) ? table[name] : undefined
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined
      const payload = request && z.safeParse(request.payload, given)
      if (!request || !handler || !payload?.success) dropped++
      if (!request || !handler) return refusal('UNSUPPORTED_METHOD', 'The embedded wallet does not know this method')
      if (!payload?.success) return refusal('INVALID_PARAMS', `'${name}' was asked with parameters that do not fit`)
      if (running.size >= requestsAtOnce) return refusal('RATE_LIMITED', 'Too many requests are open')
      const controller = new AbortController()
      running.set(id, controller)
      try {
        const answer = z.safeParse(
          request.answer,
          await handler(payload.data as never, { origin, id, signal: controller.signal }),
        )
        if (answer.success && isBearable(answer.data)) return { payload: answer.data }
        return refusal('UNKNOWN', 'An error occurred')
      } catch (error) {
        // An unknown error may quote secrets, so its message stays in the frame.
        if (isLatchkeyError(error)) return refusal(error.code, error.message || 'An error occurred')
        return refusal('UNKNOWN', 'An error occurred')
      } finally {
        running.delete(id)
      }
    },
    abort: (id) => running.get(id)?.abort(),
    stop() {
      for (const controller of running.values()) controller.abort()
    },
    counts: () => ({ pending: running.size, dropped }),
  }
}
