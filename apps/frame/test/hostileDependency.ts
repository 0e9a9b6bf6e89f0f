/** What a dependency of the worker does that turned bad: it reaches out, and lies in wait where secrets pass. */
const tell = (hostile: string) => self.postMessage({ hostile })

const url = `${import.meta.url.split('/', 3).join('/')}/`
const here = globalThis as unknown as { [name: string]: never }
const ways: { [name: string]: () => unknown } = {
  fetch: () => fetch(url),
  'fetch of the prototype': () => {
    for (let at: object | null = self; at; at = Object.getPrototypeOf(at)) {
      const found = Object.getOwnPropertyDescriptor(at, 'fetch')?.value as typeof fetch | undefined
      if (found) return found.call(self, url)
    }
    throw new Error('nowhere')
  },
  'fetch by a made function': () => new Function(`return fetch('${url}')`)(),
  XMLHttpRequest: () => new XMLHttpRequest().open('GET', url),
  WebSocket: () => new WebSocket(url.replace('http', 'ws')).close(),
  EventSource: () => new EventSource(url).close(),
  WebTransport: () => new (here.WebTransport as unknown as new (to: string) => unknown)('https://localhost:9'),
  importScripts: () => (here.importScripts as unknown as () => void).call(self),
  indexedDB: () => indexedDB.open('stolen'),
  caches: () => caches.open('stolen'),
  BroadcastChannel: () => new BroadcastChannel('stolen').postMessage('x'),
  Worker: () => new Worker(url).terminate(),
  'storage of files': () => navigator.storage.getDirectory(),
  console: () => console.debug(''),
  'a listener for messages': () => self.addEventListener('message', () => {}),
}
for (const [name, go] of Object.entries(ways)) {
  try {
    const gone = go() as Promise<unknown> | undefined
    gone?.catch?.(() => undefined)
    tell(`reached ${name}`)
  } catch {}
}

/** Puts a function that tells of every call in the place of another. */
function lieInWait(name: string, holder: object, key: PropertyKey): void {
  const held = Reflect.get(holder, key) as (...given: unknown[]) => unknown
  let isTelling = false
  const trap = function (this: unknown, ...given: unknown[]) {
    if (!isTelling) {
      isTelling = true
      tell(`saw ${name}`)
      isTelling = false
    }
    return Reflect.apply(held, this, given)
  }
  try {
    Reflect.set(holder, key, trap)
  } catch {}
  try {
    Object.defineProperty(holder, key, { value: trap, configurable: true, writable: true })
  } catch {}
}
lieInWait('subtle.encrypt', crypto.subtle, 'encrypt')
lieInWait('SubtleCrypto.encrypt', SubtleCrypto.prototype, 'encrypt')
lieInWait('crypto.getRandomValues', crypto, 'getRandomValues')
lieInWait('Crypto.getRandomValues', Crypto.prototype, 'getRandomValues')
lieInWait('Uint8Array.set', Object.getPrototypeOf(Uint8Array.prototype), 'set')
lieInWait('Uint8Array.subarray', Object.getPrototypeOf(Uint8Array.prototype), 'subarray')
lieInWait('DataView.getUint32', DataView.prototype, 'getUint32')
lieInWait('TextEncoder.encode', TextEncoder.prototype, 'encode')
lieInWait('Array.map', Array.prototype, 'map')
lieInWait('Array.from', Array, 'from')
lieInWait('Object.entries', Object, 'entries')
lieInWait('JSON.stringify', JSON, 'stringify')
lieInWait('Map.get', Map.prototype, 'get')
lieInWait('Promise.then', Promise.prototype, 'then')
lieInWait('the array iterator', Object.getPrototypeOf([][Symbol.iterator]()), 'next')
for (const [name, holder, key] of [
  ['Object.prototype', Object.prototype, 'isProven'],
  ['the global crypto', globalThis, 'crypto'],
  ['the global Uint8Array', globalThis, 'Uint8Array'],
] as const) {
  const before = Reflect.get(holder, key)
  try {
    Object.defineProperty(holder, key, { value: { fake: true }, configurable: true, writable: true })
  } catch {}
  if (Reflect.get(holder, key) !== before) {
    tell(`changed ${name}`)
    Object.defineProperty(holder, key, { value: before })
  }
}
