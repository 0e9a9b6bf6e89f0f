import { createMemoryStorage } from './createMemoryStorage.js'
import { inTransaction, openDatabase } from './openDatabase.js'
import { packRecord, recordVersion, unpackRecord } from './recordForm.js'
import type { RecordName, RecordOf } from './records.js'
import type { FrameStorage } from './storage.js'

/**
 * Opens the storage of this browser. Where it refuses (storage denied, no room, a newer form, another page in the way), records
 * last as long as the page and `isKept` turns false; nothing is tried again and again.
 *
 * @param place - Where databases come from; the browser's own unless a test gives another.
 * @returns The storage.
 */
export async function openStorage(
  place: { readonly factory?: () => IDBFactory; readonly name?: string; readonly version?: number } = {},
): Promise<FrameStorage> {
  const { factory = () => globalThis.indexedDB, name = 'latchkey-wallet', version = recordVersion } = place
  const memory = createMemoryStorage()
  const placeOf = (record: RecordName, owner: string) => `${record}/${owner}`
  let isKept = true
  let opened: Promise<IDBDatabase> | undefined

  function open(): Promise<IDBDatabase> {
    opened ??= openDatabase({ factory, name, version })
    return opened
  }
  /** Works on the database; a connection that was closed from outside is opened once more. */
  async function attempt<T>(job: (database: IDBDatabase) => Promise<T>): Promise<{ result: T } | undefined> {
    for (const isLast of [false, true]) {
      if (!isKept) return undefined
      try {
        return { result: await job(await open()) }
      } catch (error) {
        opened?.then(
          (database) => database.close(),
          () => undefined,
        )
        opened = undefined
        if (isLast || !isClosed(error)) isKept = false
      }
    }
    return undefined
  }

  const storage: FrameStorage = {
    get isKept() {
      return isKept
    },
    async read<N extends RecordName>(record: N, owner: string) {
      const at = placeOf(record, owner)
      const remembered = await memory.read(record, owner)
      if (remembered !== undefined) return remembered
      const found = await attempt((database) => inTransaction<unknown>(database, 'readonly', (store) => store.get(at)))
      return unpackRecord(record, at, found?.result)
    },
    async write(record, owner, value) {
      const at = placeOf(record, owner)
      const stored = packRecord(at, value)
      const done = await attempt((database) => inTransaction(database, 'readwrite', (store) => store.put(stored, at)))
      await (done ? memory.remove(record, owner) : memory.write(record, owner, value))
    },
    async claim<N extends RecordName>(record: N, owner: string, value: RecordOf<N>) {
      const at = placeOf(record, owner)
      const done = await attempt((database) =>
        inTransaction(database, 'readwrite', (store) => {
          const outcome = { result: value }
          const request: IDBRequest<unknown> = store.get(at)
          request.onsuccess = () => {
            const found = unpackRecord(record, at, request.result)
            if (found === undefined) store.put(packRecord(at, value), at)
            else outcome.result = found
          }
          return outcome
        }),
      )
      return done ? done.result : memory.claim(record, owner, value)
    },
    async remove(record, owner) {
      await memory.remove(record, owner)
      await attempt((database) => inTransaction(database, 'readwrite', (store) => store.delete(placeOf(record, owner))))
    },
  }
  // Whether anything can be kept shows only when it is tried.
  await attempt((database) =>
    inTransaction(database, 'readwrite', (store) => {
      store.put(packRecord('choices/', {}), 'choices/')
      return store.delete('choices/')
    }),
  )
  return storage
}

function isClosed(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'InvalidStateError'
}
