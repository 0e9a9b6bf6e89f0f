import { createGate } from '../api/createGate.js'
import type { RecordOf } from '../storage/records.js'
import type { FrameStorage } from '../storage/storage.js'

type KeptBundle = RecordOf<'bundles'>['bundles'][number]

const keptBundles = 50

/** The stored bundles of one page, so that their status is right after a reload. */
export type BundleRecords = {
  read(id: string): Promise<KeptBundle | undefined>
  write(bundle: KeptBundle): Promise<void>
  remove(id: string): Promise<void>
  /** Does what sends a bundle; for that long `isSending` is true in every tab. */
  sending<T>(id: string, job: () => Promise<T>): Promise<T>
  isSending(id: string): Promise<boolean>
}

/**
 * Keeps the bundles of one embedding page.
 *
 * @param parts - Where they are kept, whose they are, and the browser's locks, by which tabs know of each other.
 * @returns What reads and writes them.
 */
export function keepBundles({
  storage,
  origin,
  tabs,
}: {
  readonly storage: FrameStorage
  readonly origin: string
  readonly tabs: Pick<LockManager, 'request'> | undefined
}): BundleRecords {
  const turns = createGate(`latchkey-bundles/${origin}`, tabs)
  const nameOf = (id: string) => `latchkey-bundle/${origin}/${id}`
  const all = async () => (await storage.read('bundles', origin))?.bundles ?? []
  const without = (id: string, bundles: readonly KeptBundle[]) => bundles.filter((each) => each.id !== id)
  return {
    read: async (id) => (await all()).find((each) => each.id === id),
    write: (bundle) =>
      turns.alone(async () => {
        const bundles = [bundle, ...without(bundle.id, await all())].slice(0, keptBundles)
        await storage.write('bundles', origin, { bundles })
      }),
    remove: (id) => turns.alone(async () => storage.write('bundles', origin, { bundles: without(id, await all()) })),
    sending: (id, job) => createGate(nameOf(id), tabs).together(job),
    async isSending(id) {
      const free = async (lock: Lock | null) => lock === null
      return (await tabs?.request(nameOf(id), { ifAvailable: true }, free).catch(() => undefined)) ?? false
    },
  }
}
