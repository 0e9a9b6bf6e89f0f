// Imports one module in a bare process and says on the last line what happened beside the import: `importProbe.mjs <specifier>`.
import { Socket } from 'node:net'

const [, , specifier] = process.argv
const happened = []
const note = (what) => happened.push(what)

const before = new Set(Object.getOwnPropertyNames(globalThis))
const listeners = () =>
  Object.fromEntries(process.eventNames().map((name) => [String(name), process.listenerCount(name)]))
const heard = listeners()

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

await import(specifier)

for (const name of Object.getOwnPropertyNames(globalThis)) if (!before.has(name)) note(`global ${name}`)
for (const [name, count] of Object.entries(listeners())) if (count > (heard[name] ?? 0)) note(`listener ${name}`)
write(`\n${JSON.stringify(happened)}\n`)
process.exit(0)
