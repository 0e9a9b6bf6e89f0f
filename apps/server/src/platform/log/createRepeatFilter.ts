/** Passes one line on, or leaves it out; `put` writes it with what is to be added to its fields. */
export type RepeatFilter = (name: string, fields: object, put: (more: { leftOut?: number }) => void) => void

/**
 * Creates a filter for lines that come again and again: of those that are alike the first is written at once, and at the end of
 * each pause the last one, with the number of those between them.
 *
 * Lines are alike when they have the same name, network, code, and place in the source. Ids and words do not count: a client
 * could change those with every call.
 *
 * @param every - The pause, in milliseconds.
 * @returns The filter.
 */
export function createRepeatFilter(every: number): RepeatFilter {
  const waiting = new Map<string, { leftOut: number; put: Parameters<RepeatFilter>[2] }>()

  function pause(key: string): void {
    setTimeout(() => {
      const { leftOut = 0, put } = waiting.get(key) ?? {}
      waiting.delete(key)
      if (leftOut === 0) return
      put?.(leftOut === 1 ? {} : { leftOut: leftOut - 1 })
      waiting.set(key, { leftOut: 0, put: () => undefined })
      pause(key)
    }, every).unref()
  }

  return (name, fields, put) => {
    const key = `${name} ${markOf(fields)}`
    const held = waiting.get(key)
    if (held !== undefined) {
      held.leftOut++
      held.put = put
      return
    }
    put({})
    waiting.set(key, { leftOut: 0, put })
    pause(key)
  }
}

function markOf(fields: object): string {
  const { chain, chainId, code, field, err } = fields as { [name: string]: unknown }
  const { code: inner, stack } = (err ?? {}) as { code?: unknown; stack?: unknown }
  const lines = typeof stack === 'string' ? stack.split('\n') : Array.isArray(stack) ? stack : []
  const place = lines.find((line) => /^\s+at /.test(line))
  return JSON.stringify([chain, chainId, code, field, inner, place])
}
