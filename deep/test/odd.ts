import fc from 'fast-check'

/** Any value that a stranger may hand over: plain, nested, with a prototype of its own, or one that throws when looked at. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true, maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constant(null).map(() => new Proxy({}, hostile)) },
  { weight: 1, arbitrary: fc.constant(null).map(() => Object.defineProperty({}, 'message', { get: throwing })) },
)

/** A record of the given fields, each of which may be right (mostly), odd or missing. */
export function nearly(fields: { [name: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<{ [name: string]: unknown }> {
  const spoiled = Object.entries(fields).map(([name, right]) => [
    name,
    fc.oneof(
      { weight: 12, arbitrary: right },
      { weight: 1, arbitrary: odd },
      { weight: 1, arbitrary: fc.constant(undefined) },
    ),
  ])
  return fc.record(Object.fromEntries(spoiled))
}

/** A text that was made of meaningful pieces, and so comes close to being right. */
export function textOf(...pieces: string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pieces) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  )
  return fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(''))
}

function throwing(): never {
  throw new Error('Do not look at me')
}

/** fast-check itself looks for a symbol of its own. */
const hostile: ProxyHandler<object> = {
  get: (_, key) => (typeof key === 'symbol' ? undefined : throwing()),
  has: (_, key) => (typeof key === 'symbol' ? false : throwing()),
}
