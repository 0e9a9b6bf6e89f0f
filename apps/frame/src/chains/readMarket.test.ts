import { describe, expect, it } from 'vitest'
import { chain, usdc } from '../../test/signingContext.js'
import { readMarket } from './readMarket.js'

const settings = { apiUrl: 'https://api.example.org' }
const token = chain.tokens.find(({ address }) => address.toLowerCase() === usdc.toLowerCase())
const coin = `${chain.id}:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE`
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const priced = (price: unknown) => ({
  fungibles: [
    { address: coin, name: 'Ether', symbol: 'ETH', iconUrl: '', price },
    { address: `${chain.id}:${usdc}`, name: 'USD Coin', symbol: 'USDC', iconUrl: '', price },
  ],
})

function read(answer: (path: string) => Response | Promise<Response>, hasToken = true) {
  const fetch = async (url: string) => answer(new URL(url).pathname)
  return readMarket(
    { settings, projectId: 'project', fetch },
    chain,
    hasToken ? token : undefined,
    new AbortController().signal,
  )
}

describe('readMarket', () => {
  it('reads prices of coin and token, and the picture of what is sent, as a URL that loads nothing', async () => {
    const answer = (path: string) => (path.startsWith('/v1') ? Response.json(priced(2)) : new Response(svg))
    const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
    expect(await read(answer)).toEqual({ coin: { price: 2 }, token: { price: 2, icon } })
    expect(await read(answer, false)).toEqual({ coin: { price: 2, icon }, token: {} })
  })

  it.each<[string, (path: string) => Response | Promise<Response>]>([
    ['nobody answers', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server refuses', () => new Response('{}', { status: 403 })],
    [
      'prices are no numbers, and pictures no SVG',
      (path) => (path.startsWith('/v1') ? Response.json(priced('2')) : new Response('<html>')),
    ],
    [
      'prices are nothing, and pictures have no end',
      (path) => (path.startsWith('/v1') ? Response.json(priced(0)) : new Response(`<svg>${' '.repeat(40_000)}`)),
    ],
    ['nothing can be read', () => new Response('?')],
  ])('leaves out what is not known: %s', async (_, answer) => {
    expect(await read(answer)).toEqual({ coin: {}, token: {} })
  })
})
