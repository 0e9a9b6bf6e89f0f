/** Lets many in together, or one alone. */
export type Gate = {
  together<T>(job: () => Promise<T>): Promise<T>
  alone<T>(job: () => Promise<T>): Promise<T>
}

/**
 * Creates the gate that calls of one session go through. A token that was replaced counts as stolen when it is used again, so
 * nothing may be under way while it is replaced, in no tab of this browser.
 *
 * @param name - What the gate is for; tabs that name the same share it where the browser can.
 * @param locks - The browser's locks; may be absent or refuse.
 * @returns The gate.
 */
export function createGate(name: string, locks: Pick<LockManager, 'request'> | undefined): Gate {
  let open = new Set<Promise<unknown>>()
  let last: Promise<unknown> = Promise.resolve()

  async function across<T>(mode: LockMode, job: () => Promise<T>): Promise<T> {
    if (locks === undefined) return job()
    let isIn = false
    try {
      return await locks.request(name, { mode }, () => {
        isIn = true
        return job()
      })
    } catch (error) {
      // Where storage is denied locks are too; then no other tab has the session either.
      if (isIn) throw error
      return job()
    }
  }
  return {
    async together(job) {
      const turn = last.then(() => across('shared', job))
      const settled = turn.catch(() => {})
      open.add(settled)
      void settled.then(() => open.delete(settled))
      return turn
    },
    async alone(job) {
      const before = [...open, last]
      open = new Set()
      const turn = Promise.all(before).then(() => across('exclusive', job))
      last = turn.catch(() => {})
      return turn
    },
  }
}
