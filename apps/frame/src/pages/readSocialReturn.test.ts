import { describe, expect, it } from 'vitest'
import { readSocialReturn } from './readSocialReturn.js'

const origin = 'https://app.example'
const parts = { id: 'i'.repeat(21), to: origin, result: 'r'.repeat(43) }
const read = (more: { readonly [name: string]: string } = {}) =>
  readSocialReturn(String(new URLSearchParams({ ...parts, ...more })))

describe('what a sign-in at a provider came back with', () => {
  it('goes on in the window that opened it, or at the page that was left for it', () => {
    expect(read()).toEqual({ origin, uri: undefined })
    const back = `${origin}/shop?item=1`
    expect(read({ back })).toEqual({ origin, uri: `${back}#latchkey-social=${parts.id}.${parts.result}` })
  })

  it('is nothing without a result, and of nobody', () => {
    for (const name of ['id', 'to', 'result']) expect(read({ [name]: '' }), name).toBeUndefined()
    expect(readSocialReturn('')).toBeUndefined()
  })

  it.each([
    'https://evil.example/',
    'https://app.example.evil.example/',
    'https://app.example@evil.example/',
    'http://app.example/',
    'javascript:alert(1)//https://app.example',
    'app.example',
  ])('leads to no other site than the one that is shown: %s', (back) => {
    expect(read({ back })).toBeUndefined()
  })

  it.each(['app.example', 'https://app.example/', 'https://app.example/shop', 'javascript:alert(1)', 'https://'])(
    'shows nothing but an origin: %s',
    (to) => {
      expect(read({ to })).toBeUndefined()
    },
  )
})
