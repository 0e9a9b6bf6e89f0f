/**
 * Locks the worker's globals before any other code of it runs: what the worker does not need is taken away (network,
 * storage, other workers, console), and the language's own objects cannot be changed any more. A dependency that turns bad can then
 * neither reach out nor wait at a function that secrets pass through; it is imported first and once, for what it does.
 */

/** The allowed properties of the global object; all others are removed, also future ones. */
const kept =
  /^(\w*(Array|Error)|(Weak)?(Map|Set)|WeakRef|ArrayBuffer|DataView|Object|Function|Number|Boolean|String|Symbol|BigInt|Date|Promise|RegExp|JSON|Math|Reflect|Proxy|Iterator|parse(Int|Float)|Infinity|NaN|undefined|globalThis|self|(en|de)codeURI\w*|crypto|Crypto(Key)?|SubtleCrypto|Text(En|De)coder|DOMException|(set|clear)Timeout|postMessage|onmessage)$/

const scope: object = globalThis
const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf } = Object
const { deleteProperty, ownKeys } = Reflect

function takeAway(): void {
  // In a worker most of it is inherited: by its own scope, by the scope of all workers, by what can be listened to.
  for (let holder: object | null = scope; holder && holder !== Object.prototype; holder = getPrototypeOf(holder))
    for (const key of ownKeys(holder))
      if (typeof key === 'string' && key !== 'constructor' && !kept.test(key)) deleteProperty(holder, key)
}

/** The objects of the language, also those that no name leads to. */
function roots(): unknown[] {
  const made = [
    [][Symbol.iterator](),
    new Map().entries(),
    new Set().values(),
    ''[Symbol.iterator](),
    ''.matchAll(/a/g),
    (function* () {})(),
    (async function* () {})(),
    async () => {},
  ]
  return [
    crypto,
    crypto.subtle,
    ...ownKeys(scope).map((key) => Reflect.get(scope, key)),
    ...made.map((each) => getPrototypeOf(each)),
  ]
}

/** Freezes everything that can be reached from the objects of the language. */
function freezeAll(): void {
  const seen = new Set<unknown>([scope])
  const waiting = roots()
  while (waiting.length > 0) {
    const value = waiting.pop()
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) continue
    seen.add(value)
    for (const key of ownKeys(value)) {
      const { value: held, get, set } = getOwnPropertyDescriptor(value, key) ?? {}
      waiting.push(held, get, set)
    }
    waiting.push(getPrototypeOf(value))
    freeze(value)
  }
}

/**
 * Lets objects have properties of their own by names that a frozen prototype has, as `error.name = …` does: without this the
 * assignment throws where it used to work.
 */
function allowOwn(prototype: object): void {
  for (const key of ownKeys(prototype)) {
    const { configurable, enumerable = false, value } = getOwnPropertyDescriptor(prototype, key) ?? {}
    if (!configurable || value === undefined) continue
    defineProperty(prototype, key, {
      configurable: false,
      enumerable,
      get: () => value,
      set(this: object, next: unknown) {
        if (this === prototype) throw new TypeError('The objects of the language cannot be changed here')
        defineProperty(this, key, { configurable: true, enumerable: true, writable: true, value: next })
      },
    })
  }
}

takeAway()
for (const made of [Object, Error]) allowOwn(made.prototype)
const { crypto: own } = globalThis
defineProperty(scope, 'crypto', { configurable: false, enumerable: true, writable: false, value: own })
freezeAll()
for (const key of ownKeys(scope)) {
  const { configurable, value } = getOwnPropertyDescriptor(scope, key) ?? {}
  if (!configurable) continue
  // A setter still works: `onmessage` is how the worker is spoken to.
  defineProperty(scope, key, value === undefined ? { configurable: false } : { configurable: false, writable: false })
}
