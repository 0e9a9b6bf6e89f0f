import { errorCodes } from '@latchkey/protocol/errors'
import { describe, expect, it } from 'vitest'
import { readSource } from './imports.js'

const core = 'packages/core/src'
const entryPoints = ['index', 'contracts'].map((entryPoint) => readSource(core, `exports/${entryPoint}.ts`)).join('\n')
const groups = `${readSource(core, 'config/errorTypes.ts')}\n${readSource('packages/protocol/src', 'errors.ts')}`

/** Functions of an entry point that take a config first, each written in a file of its name. */
const actions = [...entryPoints.matchAll(/from '\.\.\/((?:actions|contracts)\/(\w+))\.js'/g)].flatMap(
  ([, path = '', name = '']) => {
    const text = readSource(core, `${path}.ts`)
    const found = new RegExp(`^export (?:async )?function ${name}\\b[\\s\\S]*?\\(\\s*config: [cC]onfig\\b(.)`, 'm')
    const signature = found.exec(text)
    if (!signature) return []
    const words = text.slice(text.lastIndexOf('\n/**', signature.index), signature.index)
    const thrown = /@throws ([\s\S]*?)(?=\n \* @|\n \*\n|\n \*\/)/.exec(words)?.[1]
    return [{ name, text, hasParameters: /^(parameters\b|\{)/.test(rest(text, signature)), thrown }]
  },
)

function rest(text: string, signature: RegExpExecArray): string {
  return text.slice(signature.index + signature[0].length).replace(/^\s*/, '')
}

/** The codes of `type X = …` in a text: literals, the groups of errorTypes.ts, and what is excluded of them. */
function codesOf(type: string): Set<string> {
  const excluded = [...type.matchAll(/Exclude<(\w+), ('\w+')>/g)]
  const whole = excluded.reduce((left, [all]) => left.replace(all, ''), type)
  const codes = new Set([...whole.matchAll(/'([A-Z_]+)'/g)].map(([, code = '']) => code))
  for (const [, group = ''] of whole.matchAll(/(\w+ErrorCode)\b/g)) add(group)
  for (const [, other = ''] of whole.matchAll(/(\w+)ErrorType\['code'\]/g))
    for (const code of codesOf(errorType(other.charAt(0).toLowerCase() + other.slice(1)) ?? '')) codes.add(code)
  for (const [, group = '', gone = ''] of excluded)
    for (const code of codesOf(groupOf(group))) if (`'${code}'` !== gone) codes.add(code)
  return codes

  function add(group: string): void {
    for (const code of codesOf(groupOf(group))) codes.add(code)
  }
}

function groupOf(name: string): string {
  return new RegExp(`^export type ${name} =([\\s\\S]*?)\\n(?:\\n|$)`, 'm').exec(groups)?.[1] ?? ''
}

function errorType(action: string): string | undefined {
  const text = actions.find(({ name }) => name === action)?.text ?? ''
  return /^export type \w+ErrorType = (?:\n {2}\| )?LatchkeyError(?:<([\s\S]*?)>)?\n\n/m.exec(text)?.[0]
}

function upper(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

describe('actions', () => {
  it('finds them', () => {
    expect(actions.map(({ name }) => name)).toEqual(expect.arrayContaining(['connect', 'getBalances', 'writeContract']))
    expect(actions.length).toBeGreaterThan(45)
  })

  it.each(actions)(
    '$name exports what it takes, what it returns and what it throws',
    ({ name, hasParameters, thrown }) => {
      const wanted = [
        ...(hasParameters ? ['Parameters'] : []),
        'ReturnType',
        ...(thrown === undefined ? [] : ['ErrorType']),
      ]
      expect(wanted.filter((end) => !new RegExp(`\\b${upper(name)}${end}\\b`).test(entryPoints))).toEqual([])
    },
  )

  it.each(actions.filter(({ thrown }) => thrown !== undefined))(
    '$name: each code of its @throws is in its type',
    ({ name, thrown = '' }) => {
      const type = errorType(name) ?? ''
      // An adapter of the app's own may reject with any.
      if (/= LatchkeyError\n/.test(type)) return
      const codes = codesOf(type)
      expect(codes.size).toBeGreaterThan(0)
      const said = [...thrown.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b|\bABORTED\b|\bUNAUTHORIZED\b|\bUNKNOWN\b/g)].map(
        ([code]) => code,
      )
      expect(said.filter((code) => (errorCodes as readonly string[]).includes(code) && !codes.has(code))).toEqual([])
      expect([...codes].filter((code) => !(errorCodes as readonly string[]).includes(code))).toEqual([])
    },
  )
})
