// Imports modules in a bare process, one after the other, and says on the last line what happened beside each import:
// `importProbe.mjs <url> …`. What two of them share is told of the first.
import { Socket } from 'node:net'

let happened = []
const note = (what) => happened.push(what)

let before = new Set(Object.getOwnPropertyNames(globalThis))
const listeners = () =>
  Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)]))
let heard = listeners()

const write = process.stdout.write.bind(process.stdout)
process.stdout.write = (text) => note(`wrote ${String(text).slice(0, 80)}`) > 0
process.stderr.write = (text) => note(`wrote ${String(text).slice(0, 80)}`) > 0
for (const name of ['log', 'info', 'warn', 'error', 'debug']) console[name] = () => note(`console.${name}`)
for (const name of ['setTimeout', 'setInterval']) {
  const real = globalThis[name]
  globalThis[name] = (...all) => {
    // Node's own loader starts timers too; only what the module or its dependencies start counts.
    if (
      new Error().stack
        ?.split('\n')
        .slice(2, 4)
        .some((line) => !/\(?node:|importProbe|tsx/.test(line))
    )
      note(name)
    return real(...all)
  }
}
Socket.prototype.connect = () => {
  note('network')
  throw new Error('No network on import')
}
globalThis.fetch = () => {
  note('network')
  throw new Error('No network on import')
}

const all = []
for (const url of process.argv.slice(2)) {
  await import(url)
  for (const name of Object.getOwnPropertyNames(globalThis)) if (!before.has(name)) note(`global ${name}`)
  for (const [name, count] of Object.entries(listeners())) if (count > (heard[name] ?? 0)) note(`listener ${name}`)
  all.push(happened)
  happened = []
  before = new Set(Object.getOwnPropertyNames(globalThis))
  heard = listeners()
}
write(`\n${JSON.stringify(all)}\n`)
process.exit(0)
