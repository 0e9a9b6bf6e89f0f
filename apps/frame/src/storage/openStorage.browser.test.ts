import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from './openDatabase.js'
import { openDevice } from './openDevice.js'
import { openStorage } from './openStorage.js'
import { recordVersion } from './recordForm.js'

let count = 0
const names: string[] = []
const newName = () => {
  const name = `test-${Date.now()}-${count++}`
  names.push(name)
  return name
}
const session = {
  sessionToken: 't'.repeat(43),
  sessionId: 's'.repeat(22),
  userId: 'u'.repeat(22),
  projectId: 'project',
  parentOrigin: 'https://app.example',
  email: 'ada@mail.example',
  expiresAt: 1,
}
const owner = session.parentOrigin
afterEach(async () => {
  for (const name of names.splice(0)) indexedDB.deleteDatabase(name)
})

describe('what a browser keeps', () => {
  it('outlasts the page, also keys that cannot be read out', async () => {
    const name = newName()
    const first = await openStorage({ name })
    expect(first.isKept).toBe(true)
    const device = await openDevice(first)
    await first.write('session', owner, session)
    const second = await openStorage({ name })
    expect(await second.read('session', owner)).toEqual(session)
    const again = await openDevice(second)
    expect(again.id).toBe(device.id)
    const { publicKey } = device
    const key = await crypto.subtle.importKey('jwk', { ...publicKey }, { name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'verify',
    ])
    const data = new Uint8Array([1, 2, 3])
    const signature = Uint8Array.from(
      atob((await again.sign(data)).replaceAll('-', '+').replaceAll('_', '/')),
      (letter) => letter.charCodeAt(0),
    )
    expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, data)).toBe(true)
    const kept = await second.read('device', '')
    await expect(crypto.subtle.exportKey('jwk', kept?.privateKey as CryptoKey)).rejects.toThrow()
    await second.remove('session', owner)
    expect(await first.read('session', owner)).toBeUndefined()
  })

  it('gives two tabs that begin at once the same device key', async () => {
    const name = newName()
    const tabs = await Promise.all([openStorage({ name }), openStorage({ name }), openStorage({ name })])
    const ids = await Promise.all(tabs.map(async (tab) => (await openDevice(tab)).id))
    expect(new Set(ids).size).toBe(1)
  })

  it.each([
    [
      'denied at the first touch',
      () => {
        throw new DOMException('denied', 'SecurityError')
      },
    ],
    ['absent', () => undefined as unknown as IDBFactory],
    [
      'denied when it is opened',
      () =>
        ({
          open: () => {
            throw new DOMException('denied', 'UnknownError')
          },
        }) as unknown as IDBFactory,
    ],
    [
      'failing when it is opened',
      () => ({ open: () => failing(new DOMException('inside', 'UnknownError')) }) as unknown as IDBFactory,
    ],
  ])('[REL-31] remembers for one visit when storage is %s, and says so', async (_, factory) => {
    const storage = await openStorage({ factory, name: newName() })
    expect(storage.isKept).toBe(false)
    await storage.write('session', owner, session)
    expect(await storage.read('session', owner)).toEqual(session)
    const device = await openDevice(storage)
    expect((await openDevice(storage)).id).toBe(device.id)
    await storage.remove('session', owner)
    expect(await storage.read('session', owner)).toBeUndefined()
  })

  it('[REL-33] remembers for one visit when there is no room', async () => {
    const name = newName()
    const real = await openDatabase({ factory: () => indexedDB, name, version: recordVersion })
    // A database whose every write is told that the disk is full.
    const full = new Proxy(real, {
      get(target, key) {
        if (key === 'close') return () => target.close()
        if (key !== 'transaction') return Reflect.get(target, key, target) as unknown
        return (table: string, mode: IDBTransactionMode) => {
          const transaction = target.transaction(table, mode)
          if (mode === 'readwrite') queueMicrotask(() => transaction.abort())
          return transaction
        }
      },
      set: (target, key, value) => Reflect.set(target, key, value, target),
    })
    const storage = await openStorage({
      factory: () => ({ open: () => succeeding(full) }) as unknown as IDBFactory,
      name,
    })
    expect(storage.isKept).toBe(false)
    await storage.write('session', owner, session)
    expect(await storage.read('session', owner)).toEqual(session)
    real.close()
    expect(await (await openStorage({ name })).read('session', owner)).toBeUndefined()
  })

  it('[REL-33] takes a damaged record for none, and goes on with a new one', async () => {
    const name = newName()
    const storage = await openStorage({ name })
    await storage.write('session', owner, session)
    await storage.write('session', 'https://other.example', session)
    const device = await openDevice(storage)
    const database = await openDatabase({ factory: () => indexedDB, name, version: recordVersion })
    const change = (place: string, damage: (record: Record<string, unknown>) => unknown) =>
      new Promise<void>((resolve) => {
        const transaction = database.transaction('records', 'readwrite')
        const store = transaction.objectStore('records')
        const found: IDBRequest<Record<string, unknown>> = store.get(place)
        found.onsuccess = () => store.put(damage(found.result), place)
        transaction.oncomplete = () => resolve()
      })
    const at = `session/${owner}`
    const damages: ((record: Record<string, unknown>) => unknown)[] = [
      (record) => ({ ...record, plain: String(record.plain).replace('ada', 'eve') }),
      (record) => ({ ...record, v: recordVersion + 1 }),
      (record) => ({ ...record, sum: undefined }),
      () => 'not a record',
      () => null,
    ]
    for (const damage of damages) {
      await storage.write('session', owner, session)
      await change(at, damage)
      expect(await storage.read('session', owner)).toBeUndefined()
    }
    // A record is good only where it was put: another page's session is not taken for this page's.
    const record = await new Promise((resolve) => {
      const found = database.transaction('records').objectStore('records').get('session/https://other.example')
      found.onsuccess = () => resolve(found.result)
    })
    await change(at, () => record)
    expect(await storage.read('session', owner)).toBeUndefined()
    await change('device/', (device) => ({ ...device, keys: {} }))
    const enrolled = await openDevice(storage)
    expect(enrolled.id).not.toBe(device.id)
    expect((await openDevice(storage)).id).toBe(enrolled.id)
    expect(storage.isKept).toBe(true)
    database.close()
  })

  it('[REL-33] steps aside for newer code in another tab, and does not crash on its form', async () => {
    const name = newName()
    const old = await openStorage({ name })
    await old.write('session', owner, session)
    const newer = await openStorage({ name, version: recordVersion + 1 })
    expect(newer.isKept).toBe(true)
    expect(await newer.read('session', owner)).toEqual(session)
    expect(await old.read('session', owner)).toBeUndefined()
    expect(old.isKept).toBe(false)
    await old.write('session', owner, session)
    expect(await old.read('session', owner)).toEqual(session)
    const late = await openStorage({ name })
    expect(late.isKept).toBe(false)
  })

  it('[REL-33] does not wait for a tab that holds an older form', async () => {
    const name = newName()
    const held = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name, 1)
      request.onsuccess = () => resolve(request.result)
    })
    const storage = await openStorage({ name, version: 2 })
    expect(storage.isKept).toBe(false)
    await storage.write('session', owner, session)
    expect(await storage.read('session', owner)).toEqual(session)
    held.close()
  })

  it('opens a connection again that the browser closed', async () => {
    const name = newName()
    const opened: IDBDatabase[] = []
    const factory = () =>
      ({
        open(...asked: Parameters<IDBFactory['open']>) {
          const request = indexedDB.open(...asked)
          request.addEventListener('success', () => opened.push(request.result))
          return request
        },
      }) as unknown as IDBFactory
    const storage = await openStorage({ name, factory })
    opened[0]?.close()
    await storage.write('session', owner, session)
    expect(storage.isKept).toBe(true)
    expect(opened).toHaveLength(2)
    expect(await storage.read('session', owner)).toEqual(session)
  })
})

type Request = Pick<IDBOpenDBRequest, 'error' | 'result'> & { onerror?: () => void; onsuccess?: () => void }

function failing(error: DOMException) {
  const request = { error } as Request
  queueMicrotask(() => request.onerror?.())
  return request
}

function succeeding(result: IDBDatabase) {
  const request = { result } as Request
  queueMicrotask(() => request.onsuccess?.())
  return request
}
