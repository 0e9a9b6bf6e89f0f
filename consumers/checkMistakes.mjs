import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyMistakes } from './bundlers/typed/applyMistakes.mjs'
import { mistakes } from './bundlers/typed/mistakes.mjs'
import { must } from './steps.mjs'

/** How many lines an error may have at most. */
const mostLines = 4
/** What each compiler may instantiate for the right app: a fifth more than it did when this was written. */
const budgets = { 'typescript-5.9': 220_000, 'typescript-6.0': 220_000, typescript: 135_000 }

/**
 * An app with mistakes of type does not compile, each told on its own line and briefly; the same app without them compiles, at
 * a price, and editors complete it. TypeScript 7 has no language service for JavaScript, so completion is asked of the others.
 */
export async function checkMistakes({ folder }) {
  const place = join(folder, 'typed')
  rmSync(join(place, 'Wrong.tsx'), { force: true })
  must(mistakes.length >= 20, `${mistakes.length} mistakes are too few`)
  const { wrong, places } = applyMistakes(readFileSync(join(place, 'App.tsx'), 'utf8'), mistakes)
  const right = await compile(place, ['--extendedDiagnostics'])
  must(!right.includes('error TS'), `The right app does not compile in TypeScript 7:\n${right}`)
  mustCost('typescript', Number(/^Instantiations:\s+(\d+)/m.exec(right)?.[1]))
  writeFileSync(join(place, 'Wrong.tsx'), wrong)
  mustTell('typescript', await compile(place), places)
  const asked = ['typescript-5.9', 'typescript-6.0'].map(async (compiler) => {
    const { said, instantiations, offered } = JSON.parse(await run(place, ['ask.mjs', compiler]))
    mustCost(compiler, instantiations)
    mustTell(compiler, said, places)
    mustOffer(compiler, offered)
  })
  await Promise.all(asked)
  return [
    `${mistakes.length} mistakes of type are told in at most ${mostLines} lines each by TypeScript 5.9, 6.0 and 7, what is right is completed by 5.9 and 6.0`,
  ]
}

/** Every mistake has one error, with its code and on its line, and there is no other. */
function mustTell(compiler, said, places) {
  const errors = said
    .split(/\n(?=\S)/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
  const faults = []
  const left = new Set(errors)
  mistakes.forEach(({ what, code }, number) => {
    const mine = errors.filter((text) => text.startsWith(`Wrong.tsx(${places[number].line},`))
    for (const text of mine) left.delete(text)
    if (mine.length !== 1) faults.push(`${what}: ${mine.length} errors\n${mine.join('\n')}`)
    else if (!mine[0].includes(`: error TS${code}: `)) faults.push(`${what}: not TS${code}\n${mine[0]}`)
    else if (mine[0].split('\n').length > mostLines) faults.push(`${what}: more than ${mostLines} lines\n${mine[0]}`)
  })
  faults.push(...[...left].map((text) => `no mistake of ours: ${text}`))
  must(faults.length === 0, `${compiler}:\n${faults.join('\n')}`)
}

function mustOffer(compiler, offered) {
  const faults = mistakes.flatMap(({ what, offers, only, halfTyped }, number) =>
    (offered[number] ?? []).flatMap((names, app) => {
      const missing = offers.filter((name) => !names.includes(name))
      const strange = only ? names.filter((name) => !offers.includes(name)) : []
      if ((halfTyped && app === 0) || (missing.length === 0 && strange.length === 0)) return []
      return `${what}, ${app === 0 ? 'right' : 'wrong'} app: offers ${names.slice(0, 20).join(', ') || 'nothing'}`
    }),
  )
  must(faults.length === 0, `${compiler}:\n${faults.join('\n')}`)
}

function mustCost(compiler, instantiations) {
  const budget = budgets[compiler]
  must(
    instantiations > 0 && instantiations < budget,
    `${compiler}: ${instantiations} instantiations; the budget is ${budget}`,
  )
}

const compile = (place, options = []) =>
  run(place, ['../node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false', ...options])

/** What a program writes, however it ends. */
function run(place, args) {
  return new Promise((done, fail) => {
    execFile(process.execPath, args, { cwd: place, maxBuffer: 64 << 20 }, (_, out, err) =>
      out === '' && err !== '' ? fail(new Error(`${args.join(' ')}:\n${err}`)) : done(out),
    )
  })
}
