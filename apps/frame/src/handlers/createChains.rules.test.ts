import type { ChainId } from '@latchkey/protocol/caip'
import { describe, expect, it } from 'vitest'
import { failure } from '../../test/failure.js'
import { chain, context } from '../../test/signingContext.js'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import type { FrameChain } from '../types.js'
import { createChains, familyOf, wireChainId } from './createChains.js'

const [one, ten]: FrameChain[] = [
  { ...chain, id: 'eip155:1' },
  { ...chain, id: 'eip155:10' },
]
const solana: FrameChain = { ...chain, id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
const [origin, storage] = [context.origin, createMemoryStorage()]
const open = (first?: ChainId, chains: readonly FrameChain[] = [one, ten, solana] as FrameChain[]) =>
  createChains({ settings: { chains }, storage: createMemoryStorage(), origin, first })

describe('the network that a page names', () => {
  it('is found by its id, its number, and its number as a text of either base', () => {
    const { find } = open()
    for (const asked of ['eip155:10', 10, '10', '0xa']) expect(find(asked)).toBe(ten)
    expect(find(1)).toBe(one)
    expect(find(solana.id)).toBe(solana)
  })

  it('is none where it names none, or what is no network of this wallet', () => {
    const { find } = open()
    for (const asked of [
      undefined,
      2,
      '2',
      'eip155:2',
      'ten',
      '',
      0,
      '0',
      -10,
      10.5,
      Number.NaN,
      2 ** 53,
      'solana:',
      'eip155:1:2',
    ])
      expect([asked, find(asked)]).toEqual([asked, undefined])
  })

  it('is none for what is no number, also where a network has such an id', () => {
    const odd = ['eip155:0', 'eip155:-1', 'eip155:1.5'].map((id) => ({ ...chain, id }) as FrameChain)
    const { find } = open(undefined, odd)
    for (const asked of [0, -1, 1.5]) expect([asked, find(asked)]).toEqual([asked, undefined])
  })
})

describe('the network that a page is on', () => {
  it('is the one that it chose, else the one that it named at first, else the first of all', async () => {
    expect(await open().current()).toBe(one)
    expect(await open('eip155:2').current()).toBe(one)
    const chains = open('eip155:10')
    expect(await chains.current()).toBe(ten)
    expect(await chains.choose(solana.id)).toBe(solana)
    expect(await chains.current()).toBe(solana)
  })

  it('is kept for that page alone, beside what else is kept of it', async () => {
    const settings = { chains: [one, ten] as FrameChain[] }
    const of = (page: string) => createChains({ settings, storage, origin: page, first: undefined })
    await storage.write('choices', origin, { accountTypes: { eip155: 'eoa' } } as never)
    await of(origin).choose('0xa')
    expect(await storage.read('choices', origin)).toEqual({ accountTypes: { eip155: 'eoa' }, chainId: 'eip155:10' })
    expect([await of(origin).current(), await of('https://other.example').current()]).toEqual([ten, one])
    const gone = createChains({ settings: { chains: [one] as FrameChain[] }, storage, origin, first: undefined })
    expect(await gone.current()).toBe(one)
  })

  it('does not change for one that this wallet does not know, and there may be none', async () => {
    const chains = open()
    expect(await failure(chains.choose(2))).toMatchObject({
      code: 'CHAIN_NOT_FOUND',
      message: 'This wallet does not know the network 2',
    })
    expect(await chains.current()).toBe(one)
    expect(await failure(open(undefined, []).current())).toMatchObject({
      code: 'CHAIN_NOT_FOUND',
      message: 'This wallet has no network',
    })
  })
})

it('the first network of a family is told, and the family of a network', () => {
  const { firstOf } = open()
  expect([firstOf('eip155'), firstOf('solana'), firstOf('bip122')]).toEqual([one, solana, undefined])
  expect([familyOf({ id: 'eip155:1' }), familyOf(solana)]).toEqual(['eip155', 'solana'])
})

it('a network is told to the page by its number, or by its id where it has none', () => {
  expect([wireChainId({ id: 'eip155:10' }), wireChainId(solana)]).toEqual([10, solana.id])
})
