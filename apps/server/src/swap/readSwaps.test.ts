import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { defaultChains } from '../platform/chains/defaultChains.js'
import { readSwaps } from './readSwaps.js'

const address = `0x${'Ab'.repeat(20)}`
const good = { provider: 'pools', router: address, wrapped: address, v2: { factory: address } }
const read = (value: unknown) => readSwaps(JSON.stringify(value), defaultChains)

describe('the setting of swaps', () => {
  it('is read from JSON or from a file, with defaults; without it there are none', () => {
    const small = address.toLowerCase()
    const [[chain, setting] = []] = [...read({ 'eip155:10': good })]
    expect(chain?.name).toBe('OP Mainnet')
    expect(setting).toEqual({
      provider: 'pools',
      router: small,
      wrapped: small,
      connectors: [],
      v2: { factory: small, fee: 3_000 },
    })
    const v3 = { factory: address, quoter: address }
    expect([...read({ 'eip155:10': { ...good, v2: undefined, v3 } }).values()]).toMatchObject([
      { v3: { factory: small, quoter: small, fees: [100, 500, 3_000, 10_000] } },
    ])
    const file = join(mkdtempSync(join(tmpdir(), 'latchkey-swaps-')), 'swaps.json')
    writeFileSync(file, JSON.stringify({ 'eip155:10': good }))
    expect(readSwaps(file, defaultChains)).toEqual(read({ 'eip155:10': good }))
    expect(readSwaps(undefined, defaultChains).size).toBe(0)
  })

  it.each([
    [{ 'eip155:10': { ...good, router: 'me' } }, 'router'],
    [{ 'eip155:10': { ...good, wrapped: undefined } }, 'wrapped'],
    [{ 'eip155:10': { ...good, v2: { factory: address, fee: -1 } } }, 'fee'],
    [{ 'eip155:10': { ...good, private: { rpc: 'ws://node.example' } } }, 'rpc'],
    [{ 'eip155:10': { provider: '1inch', private: { rpc: 'https://node.example', fallback: 'yes' } } }, 'fallback'],
    [{ 'eip155:10': { ...good, v2: undefined } }, 'v3'],
    [{ 'eip155:10': { ...good, v3: { factory: address } } }, 'quoter'],
    [{ 'eip155:10': { ...good, v3: { factory: address, quoter: address, fees: [] } } }, 'fees'],
    [{ 'eip155:10': { ...good, v3: { factory: address, quoter: address, fees: [1_000_000] } } }, 'fees'],
    [{ 'eip155:10': { ...good, conectors: [] } }, 'conectors'],
    [{ 'eip155:10': { ...good, connectors: Array(7).fill(address) } }, 'connectors'],
    [{ 'eip155:10': { ...good, provider: 'somebody' } }, 'provider'],
    [{ 'eip155:999': good }, 'eip155:999'],
    [{ nonsense: good }, 'nonsense'],
    [{ 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': good }, 'solana'],
  ])('is refused with what is wrong: %j', (value, word) => {
    expect(() => read(value)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', details: expect.stringContaining(word) }),
    )
  })

  it.each(['{', '/does/not/exist.json'])('is refused when it cannot be read: %s', (text) => {
    expect(() => readSwaps(text, defaultChains)).toThrow(expect.objectContaining({ code: 'INVALID_CONFIG' }))
  })

  it('is shown on the page for operators as the server takes it', () => {
    const page = readFileSync(new URL('../../../../docs/swaps.md', import.meta.url), 'utf8')
    const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)]
    expect(examples.length).toBeGreaterThan(0)
    for (const [, example] of examples) expect(readSwaps(example, defaultChains).size).toBeGreaterThan(0)
  })
})
