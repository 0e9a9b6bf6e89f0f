import { base58 } from '@scure/base'
import { expect, it } from 'vitest'
import { readMetadata } from './readMetadata.js'

const key = (fill: number) => new Uint8Array(32).fill(fill)
const text = (value: string, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.write(value)
  return [...number(length), ...bytes]
}
const number = (value: number) => [...new Uint8Array(Uint32Array.of(value).buffer)]
const texts = [...text('Key #1', 32), ...text('KEY', 10), ...text('https://keys.example/1', 200), 0, 0]
const head = [4, ...key(1), ...key(2), ...texts]
const told = { mint: base58.encode(key(2)), name: 'Key #1', symbol: 'KEY', uri: 'https://keys.example/1' }

it('reads what an account has, whatever version of the program wrote it', () => {
  const creators = [1, ...number(2), ...key(5), 1, 50, ...key(6), 0, 50]
  expect(readMetadata(Uint8Array.from([...head, 0, 0, 1]))).toEqual({
    ...told,
    creators: [],
    standard: undefined,
    collection: undefined,
  })
  const whole = [...head, ...creators, 0, 1, 1, 254, 1, 4, 1, 1, ...key(7), 0, 0, 0]
  expect(readMetadata(Uint8Array.from(whole))).toEqual({
    ...told,
    creators: [base58.encode(key(5))],
    standard: 4,
    collection: base58.encode(key(7)),
  })
  const unverified = [...head, 0, 0, 1, 0, 1, 0, 1, 0, ...key(7)]
  expect(readMetadata(Uint8Array.from(unverified))).toMatchObject({ standard: 0, collection: undefined })
})

it('error: no account of another kind, none that is cut, and none that says more than there can be', () => {
  const whole = Uint8Array.from([...head, 1, ...number(1), ...key(5), 1, 100, 0, 1, 1, 254, 1, 0, 1, 1, ...key(7)])
  expect(readMetadata(Uint8Array.from([6, ...whole.slice(1)]))).toBeUndefined()
  expect(readMetadata(new Uint8Array())).toBeUndefined()
  for (let length = 0; length < head.length + 40; length += 7)
    expect(readMetadata(whole.slice(0, length))).toBeUndefined()
  const long = Uint8Array.from([4, ...key(1), ...key(2), ...number(4_294_967_295), ...texts])
  expect(readMetadata(long)).toBeUndefined()
  const many = Uint8Array.from([...head, 1, ...number(1_000_000)])
  expect(readMetadata(many)).toBeUndefined()
})
