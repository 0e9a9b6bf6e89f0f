type Waiting = { readonly tab: object; readonly isShared: boolean; readonly begin: () => void }
type Held = { readonly holders: Set<Waiting>; readonly queue: Waiting[] }

/** The locks of a browser with several tabs, in the order asked; a tab that closes loses its own. */
export function createTabs() {
  const locks = new Map<string, Held>()

  function next({ holders, queue }: Held): void {
    for (let first = queue[0]; first; first = queue[0]) {
      const isFree = holders.size === 0 || (first.isShared && [...holders].every(({ isShared }) => isShared))
      if (!isFree) return
      queue.shift()
      holders.add(first)
      first.begin()
    }
  }

  return {
    open(): Pick<LockManager, 'request'> {
      const tab = {
        async request(name: string, ...rest: unknown[]) {
          const job = rest.at(-1) as (lock: unknown) => unknown
          const { ifAvailable = false, mode, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions
          const held = locks.get(name) ?? { holders: new Set(), queue: [] }
          locks.set(name, held)
          if (ifAvailable && held.holders.size > 0) return job(null)
          let mine: Waiting | undefined
          await new Promise<void>((begin, reject) => {
            mine = { tab, isShared: mode === 'shared', begin }
            signal?.addEventListener('abort', () => {
              held.queue.splice(0, held.queue.length, ...held.queue.filter((each) => each !== mine))
              reject(signal.reason)
            })
            held.queue.push(mine)
            next(held)
          })
          try {
            return await job({ name })
          } finally {
            if (mine && held.holders.delete(mine)) next(held)
          }
        },
      }
      return tab as Pick<LockManager, 'request'>
    },
    close(tab: object) {
      for (const held of locks.values()) {
        for (const each of [...held.holders]) if (each.tab === tab) held.holders.delete(each)
        held.queue.splice(0, held.queue.length, ...held.queue.filter((each) => each.tab !== tab))
        next(held)
      }
    },
  }
}
