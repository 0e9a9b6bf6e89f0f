const table = 'records'
const openTimeout = 2_000

/**
 * Opens the database of this browser.
 *
 * @param place - Where databases come from, which alone may throw; its name and the version of its form.
 * @returns The database.
 * @throws Whatever the browser gives: storage denied, no room, a newer form, or another page that does not let go of an older one.
 */
export function openDatabase(place: {
  readonly factory: () => IDBFactory
  readonly name: string
  readonly version: number
}): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = place.factory().open(place.name, place.version)
    let timer: ReturnType<typeof setTimeout> | undefined
    let isLate = false
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(table)) request.result.createObjectStore(table)
    }
    request.onblocked = () => {
      timer ??= setTimeout(() => {
        isLate = true
        reject(new Error('Another page holds an older form of the database'))
      }, openTimeout)
    }
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      clearTimeout(timer)
      const database = request.result
      // A page with newer code waits for this one: it must not be held up, whatever becomes of this page's records.
      database.onversionchange = () => database.close()
      if (isLate) database.close()
      else resolve(database)
    }
  })
}

/**
 * Does one thing with the records of a database, wholly or not at all.
 *
 * @param database - The database.
 * @param mode - Whether anything is written.
 * @param job - What is done; its result is read once all is written.
 * @returns The result.
 */
export function inTransaction<T>(
  database: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  job: (store: IDBObjectStore) => { readonly result: T },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(table, mode)
    const outcome = job(transaction.objectStore(table))
    transaction.oncomplete = () => resolve(outcome.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}
