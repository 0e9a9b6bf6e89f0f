type Payload = { [name: string]: unknown; grantId?: string; uid?: string; consumed?: number }
type Kept = { payload: Payload; until: number }

/** Creates the store of one provider's sign-ins, for as long as it runs. */
export function createMemoryAdapter() {
  const kept = new Map<string, Kept>()
  function read(key: string): Payload | undefined {
    const found = kept.get(key)
    if (found === undefined || found.until > Date.now()) return found?.payload
    kept.delete(key)
    return undefined
  }
  const search = (model: string, is: (payload: Payload) => boolean) =>
    [...kept.keys()]
      .map((key) => (key.startsWith(`${model}:`) ? read(key) : undefined))
      .find((each) => each && is(each))
  return (model: string) => ({
    async upsert(id: string, payload: Payload, seconds?: number) {
      kept.set(`${model}:${id}`, { payload, until: Date.now() + (seconds ?? 3_600) * 1_000 })
    },
    find: async (id: string) => read(`${model}:${id}`),
    findByUid: async (uid: string) => search(model, (each) => each.uid === uid),
    findByUserCode: async () => undefined,
    async consume(id: string) {
      const found = read(`${model}:${id}`)
      if (found !== undefined) found.consumed = Math.floor(Date.now() / 1_000)
    },
    destroy: async (id: string) => void kept.delete(`${model}:${id}`),
    async revokeByGrantId(grantId: string) {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
    },
  })
}
