import { describe, expect, it } from 'vitest'
import { readFrame } from './readFrame.js'

const call = (id: string, more = '') => `{"id":${id},"jsonrpc":"2.0","method":"irn_publish","params":{"a":1}${more}}`

describe('readFrame', () => {
  it.each([
    ['"text"', '"text"'],
    ['"a\\"b{"', '"a\\"b{"'],
    ['0', '0'],
    ['-7', '-7'],
    ['1749831234567890123', '1749831234567890123'],
    [' 1749831234567890123 ', '1749831234567890123'],
  ])('gives the id %s of a call as it was written', (id, written) => {
    expect(readFrame(call(id))).toEqual({ kind: 'call', id: written, method: 'irn_publish', params: { a: 1 } })
  })

  it('takes the id of the frame, and none that stands inside it or in a text', () => {
    const id = '1749831234567890123'
    const inside = `{"params":{"id":1749831234567890999,"list":[{"id":1749831234567890888}],"text":"{\\"id\\":1749831234567890777}"}`
    expect(readFrame(`${inside},"jsonrpc":"2.0","method":"m","id":${id}}`)).toMatchObject({ kind: 'call', id })
    expect(readFrame(`${inside},"jsonrpc":"2.0","method":"m"}`)).toMatchObject({ kind: 'problem', id: 'null' })
  })

  it('finds a long id beside whatever names and texts the frame holds', () => {
    const id = '1749831234567890123'
    for (const beside of [
      '"text":"{[","id":',
      '"text":"]}","id":',
      '"a\\"id":1749831234567890999,"id":',
      '"more":1749831234567890999,"id" : ',
    ])
      expect(readFrame(`{"jsonrpc":"2.0","method":"m","params":{},${beside}${id}}`), beside).toMatchObject({ id })
  })

  it('distinguishes an answer from a refusal', () => {
    expect(readFrame('{"id":5,"jsonrpc":"2.0","result":true}')).toEqual({ kind: 'answer', id: 5, isAccepted: true })
    expect(readFrame('{"id":5,"jsonrpc":"2.0","error":{"code":1}}')).toEqual({
      kind: 'answer',
      id: 5,
      isAccepted: false,
    })
    expect(readFrame('{"id":"5","jsonrpc":"2.0","result":null}')).toMatchObject({ kind: 'answer', isAccepted: true })
  })

  it.each([
    ['nothing', '', 'null', 'Serialization'],
    ['a text', '"text"', 'null', 'Serialization'],
    ['null', 'null', 'null', 'Serialization'],
    ['a list', '[]', 'null', 'Serialization'],
    ['no id', '{"jsonrpc":"2.0","method":"m","params":{}}', 'null', 'Serialization'],
    ['an id that is a part', call('1.5'), 'null', 'Serialization'],
    ['an id that is too long', call(`"${'a'.repeat(127)}"`), 'null', 'Serialization'],
    ['another version', '{"id":1,"jsonrpc":"1.0","method":"m","params":{}}', '1', 'Serialization'],
    ['no method', '{"id":1,"jsonrpc":"2.0","params":{}}', '1', 'Serialization'],
    ['a method that is a number', '{"id":1,"jsonrpc":"2.0","method":5,"params":{}}', '1', 'Serialization'],
    ['no parameters', '{"id":1,"jsonrpc":"2.0","method":"m"}', '1', 'InvalidParams'],
    ['parameters that are null', '{"id":1,"jsonrpc":"2.0","method":"m","params":null}', '1', 'InvalidParams'],
    ['parameters that are a list', '{"id":1,"jsonrpc":"2.0","method":"m","params":[]}', '1', 'InvalidParams'],
    ['parameters that are a text', '{"id":1,"jsonrpc":"2.0","method":"m","params":"x"}', '1', 'InvalidParams'],
  ])('refuses %s', (_, text, id, name) => {
    expect(readFrame(text)).toMatchObject({ kind: 'problem', id, refusal: { problem: name } })
  })

  it.each([
    ['{', 'The text is not valid JSON'],
    ['"text"', 'The frame is not an object'],
    ['5', 'The frame is not an object'],
    ['{}', 'The frame is not a JSON-RPC 2.0 call with an id'],
  ])('says what is wrong with %s', (text, message) => {
    expect(readFrame(text)).toMatchObject({ refusal: { message } })
  })

  it('takes for a call what names a method, whatever else it holds', () => {
    expect(readFrame(call('1', ',"result":true'))).toMatchObject({ kind: 'call', method: 'irn_publish' })
  })

  it('takes an id of 128 characters', () => {
    const id = `"${'a'.repeat(126)}"`
    expect(readFrame(call(id))).toMatchObject({ kind: 'call', id })
    expect(readFrame(`{"id":${id}}`)).toMatchObject({ kind: 'problem', id })
  })
})
