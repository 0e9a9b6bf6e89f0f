import { expect, it } from 'vitest'
import { answerRefusal } from '../http/answerRefusal.js'
import { createMetrics } from '../metrics/metrics.js'
import { answerWalletRefusal } from '../wallet/answerWalletRefusal.js'
import type { Log } from './log.js'
import { reasonOf, withoutValues } from './withoutValues.js'

it('the log is told of a failed statement, and of none of its values', () => {
  const cause = Object.assign(new Error('Key (email)=(ada@mail.example) exists'), { code: '23505', table: 'users' })
  const failed = new Error('Failed query: insert into users values ($1)\nparams: ada@mail.example', { cause })
  const lines: unknown[] = []
  const texts = new Set<string>()
  const log = {
    error(line: unknown, text: string) {
      lines.push(line)
      texts.add(text)
    },
    warn: () => undefined,
  } as unknown as Log
  const metrics = createMetrics()
  for (const error of [failed, new Error('Something else', { cause: failed })]) {
    expect(answerRefusal(error, 'id', { log, metrics }).status).toBe(500)
    expect(answerWalletRefusal(error, log).status).toBe(500)
  }
  expect(lines).toHaveLength(4)
  // Both APIs say it in the words that operators are woken by.
  expect([...texts]).toEqual(['A call failed inside'])
  for (const line of lines)
    expect(line).toMatchObject({ err: { message: 'A statement failed', code: '23505', table: 'users' } })
  expect(JSON.stringify(lines)).not.toContain('ada@')
  const plain = new Error('No statement')
  answerRefusal(plain, 'id', { log, metrics })
  expect(lines.at(-1)).toMatchObject({ err: plain })
})

it('an error of the database without a statement around it loses its values too', () => {
  const failed = Object.assign(new Error('invalid input syntax: "ada@mail.example"'), {
    severity: 'ERROR',
    code: '22P02',
    detail: 'ada@mail.example',
    table: 'users',
  })
  for (const error of [failed, new Error('The outbox failed', { cause: failed })]) {
    expect(withoutValues(error)).toMatchObject({ message: 'A statement failed', code: '22P02', table: 'users' })
    expect(JSON.stringify(withoutValues(error))).not.toContain('ada@')
    expect(reasonOf(error)).toBe('A statement failed (22P02)')
  }
})

it('a value that looks like a line of a stack is none', () => {
  const cause = Object.assign(new Error('x'), { code: '23505' })
  const failed = new Error('Failed query: insert into users values ($1)\nparams: x\n    at ada@mail.example', { cause })
  const { stack } = withoutValues(failed) as { stack: string[] }
  expect(stack.length).toBeGreaterThan(0)
  expect(stack.join()).not.toContain('ada@')
})

it('what failed elsewhere keeps its words', () => {
  expect(reasonOf(new Error('connect ECONNREFUSED'))).toBe('connect ECONNREFUSED')
  expect(reasonOf('text')).toBe('unknown')
  expect(reasonOf(new Error('Failed query: select 1\nparams: '))).toBe('A statement failed')
})
