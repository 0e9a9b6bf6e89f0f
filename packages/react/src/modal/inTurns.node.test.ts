import { describe, expect, it } from 'vitest'
import { inTurns } from './inTurns.js'

describe('inTurns', () => {
  it('asks for one part a turn, and for the code after the last', async () => {
    const asked: string[] = []
    const part = (name: string) => async () => void asked.push(name)
    const loading = inTurns([part('a'), part('b')], async () => asked.push('code'))
    expect(asked).toEqual(['a'])
    await new Promise((resolve) => setTimeout(resolve))
    expect(asked).toEqual(['a', 'b'])
    await loading
    expect(asked).toEqual(['a', 'b', 'code'])
  })

  it('error: a part that does not arrive is left to the code', async () => {
    const missing = () => Promise.reject(new Error('offline'))
    expect(await inTurns([missing], async () => 'code')).toBe('code')
    await expect(inTurns([missing], missing)).rejects.toThrow('offline')
  })
})
