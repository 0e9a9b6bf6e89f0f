import { expect, it } from 'vitest'
import { answerRefusal } from './answerRefusal.js'
import type { Log } from './log.js'
import { answerWalletRefusal } from './wallet/answerWalletRefusal.js'

it('the log is told of a failed statement, and of none of its values', () => {
  const cause = Object.assign(new Error('Key (email)=(ada@mail.example) exists'), { code: '23505', table: 'users' })
  const failed = new Error('Failed query: insert into users values ($1)\nparams: ada@mail.example', { cause })
  const lines: unknown[] = []
  const log = { error: (line: unknown) => lines.push(line), warn: () => undefined } as unknown as Log
  for (const error of [failed, new Error('Something else', { cause: failed })]) {
    expect(answerRefusal(error, 'id', log).status).toBe(500)
    expect(answerWalletRefusal(error, log).status).toBe(500)
  }
  expect(lines).toHaveLength(4)
  for (const line of lines)
    expect(line).toMatchObject({ err: { message: 'A statement failed', code: '23505', table: 'users' } })
  expect(JSON.stringify(lines)).not.toContain('ada@')
  const plain = new Error('No statement')
  answerRefusal(plain, 'id', log)
  expect(lines.at(-1)).toMatchObject({ err: plain })
})
