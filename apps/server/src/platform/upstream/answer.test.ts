import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAnswer, readBatchAnswer } from './answer.js'

const bad = expect.objectContaining({ code: 'RPC_BAD_ANSWER' })
const caught = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error
  }
}

describe('one answer', () => {
  it.each([
    '',
    '<html></html>',
    'null',
    '7',
    '[]',
    '{}',
    '{"jsonrpc":"2.0","id":1}',
    '{"jsonrpc":"2.0","id":2,"result":1}',
    '{"jsonrpc":"2.0","id":"1","result":1}',
    '{"jsonrpc":"2.0","id":null,"result":1}',
    '{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}',
    '{"jsonrpc":"2.0","id":1,"error":"no"}',
    '{"jsonrpc":"2.0","id":1,"error":{"code":"1","message":""}}',
    '{"jsonrpc":"2.0","id":1,"result":NaN}',
    '{"jsonrpc":"2.0","id":1,"result":1} x',
    '{"jsonrpc":"2.0","id":1,"result":1',
    '{"jsonrpc":"2.0","id":1,"result":1,"id":2}',
    '{"jsonrpc":"2.0","id":1e400,"result":1}',
    '{"jsonrpc":"2.0","id":"\\ud800","result":1}',
    '\ud83d{"jsonrpc":"2.0","id":1,"result":1}',
    '[{"jsonrpc":"2.0","id":1,"result":1}]',
  ])('[REL-06] refuses %s', (text) => {
    expect(caught(() => readAnswer(text, 1))).toEqual(bad)
  })

  it('[REL-06] keeps numbers beyond 2^53, and halves of letters, as the node wrote them', () => {
    expect(readAnswer('{"jsonrpc":"2.0","id":1,"result":{"n":123456789012345678901234567890}}', 1).tail).toBe(
      '"result":{"n":123456789012345678901234567890}}',
    )
    expect(readAnswer('{"jsonrpc":"2.0","id":1,"result":"\\ud800"}', 1).tail).toBe('"result":"\\ud800"}')
  })

  it.each([
    '{"jsonrpc":"2.0","id":1,"result":1,"id":1}',
    '{"jsonrpc":"2.0","id":1,"result":1,"\\u0069d":1}',
    '{"id":1,"result":1,"jsonrpc":"2.0"}',
    '\ufeff{"jsonrpc":"2.0","id":1,"result":1}',
    ' {"jsonrpc":"2.0","id":1,"result":1}',
  ])('[REL-06] never lets the node’s id through: %s', (text) => {
    expect(readAnswer(text, 1).tail).toBe('"result":1}')
  })

  it('gives a tail that makes valid JSON with the same result, for every result', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer(), (result, id) => {
        const { tail } = readAnswer(JSON.stringify({ jsonrpc: '2.0', id, result }), id)
        expect(JSON.parse(`{"jsonrpc":"2.0","id":"mine",${tail}`)).toEqual({
          jsonrpc: '2.0',
          id: 'mine',
          result: JSON.parse(JSON.stringify(result)),
        })
      }),
      { numRuns: 10_000 },
    )
  }, 60_000)
})

describe('a batch of answers', () => {
  it('[REL-06] puts every order right and refuses every lack, double and stranger', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 0, max: 1e9 }),
        fc.infiniteStream(fc.nat()),
        (length, first, randoms) => {
          const answers = Array.from({ length }, (_, at) => ({ jsonrpc: '2.0', id: first + at, result: at }))
          const shuffled = answers
            .map((answer) => ({ answer, key: randoms.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ answer }) => answer)
          const read = readBatchAnswer(JSON.stringify(shuffled), first, length)
          expect(Array.isArray(read) && read.map((answer) => answer.ok && answer.result)).toEqual(
            Array.from({ length }, (_, at) => at),
          )
          expect(caught(() => readBatchAnswer(JSON.stringify(shuffled.slice(1)), first, length))).toEqual(bad)
          expect(caught(() => readBatchAnswer(JSON.stringify([...shuffled, shuffled[0]]), first, length))).toEqual(bad)
          const stranger = [{ ...shuffled[0], id: first + length }, ...shuffled.slice(1)]
          expect(caught(() => readBatchAnswer(JSON.stringify(stranger), first, length))).toEqual(bad)
          if (length > 1)
            expect(
              caught(() => readBatchAnswer(JSON.stringify([shuffled[1], ...shuffled.slice(1)]), first, length)),
            ).toEqual(bad)
        },
      ),
      { numRuns: 10_000 },
    )
  }, 60_000)
})
