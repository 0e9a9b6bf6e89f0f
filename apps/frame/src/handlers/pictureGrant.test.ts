import { describe, expect, it } from 'vitest'
import { chain, context, usdc } from '../../test/signingContext.js'
import type { Approval, Grant } from '../types.js'
import { pictureGrant } from './pictureGrant.js'

const { signal } = new AbortController()
const spender = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const icon = `data:image/svg+xml,${encodeURIComponent(svg)}`
const fungibles = [{ address: `${chain.id}:${usdc}`, price: 2 }]
const asked: string[] = []
const market = {
  settings: { apiUrl: 'https://api.example.org' },
  projectId: 'project',
  fetch: async (url: string) => {
    asked.push(new URL(url).pathname)
    return url.includes('/v1/') ? Response.json({ fungibles }) : new Response(svg)
  },
}

function headlineOf(grants: readonly Grant[] | undefined, headline: Approval['headline'] = { text: '5 USDC' }) {
  return pictureGrant({ ...approvalOf(grants), headline }, { market, chain, signal })
}

function approvalOf(grants: readonly Grant[] | undefined): Approval {
  return {
    ...{ action: 'Allow spending', title: 'Allow spending of USDC', danger: [], warnings: [], rows: [], details: [] },
    ...{ network: chain.name, account: context.account, needsSecondLook: false },
    ...(grants ? { grants } : {}),
  }
}

describe('pictureGrant', () => {
  it('says what the token of a permit looks like and what the sum is worth', async () => {
    const headline = { text: '5 USDC', icon, fiat: '$10.00' }
    expect(await headlineOf([{ spender, token: usdc, amount: 5_000_000n }])).toEqual({ headline })
    expect(await headlineOf([{ spender, token: usdc.toLowerCase(), amount: 5_000_000n }])).toEqual({ headline })
  })

  it('gives no worth to what has no end, or no sum', async () => {
    for (const amount of [1n << 96n, undefined]) {
      const grant = { spender, token: usdc, ...(amount === undefined ? {} : { amount }) }
      expect(await headlineOf([grant])).toEqual({ headline: { text: '5 USDC', icon } })
    }
  })

  it('keeps a worth that is there already', async () => {
    const headline = { text: '5 USDC', fiat: '$9.00' }
    expect(await headlineOf([{ spender, token: usdc, amount: 5_000_000n }], headline)).toEqual({
      headline: { ...headline, icon },
    })
  })

  it('gives no worth where nobody knows the price', async () => {
    const withoutPrices = { ...market, fetch: async () => new Response(svg) }
    const approval = { ...approvalOf([{ spender, token: usdc, amount: 5_000_000n }]), headline: { text: '5 USDC' } }
    expect(await pictureGrant(approval, { market: withoutPrices, chain, signal })).toEqual({
      headline: { text: '5 USDC', icon },
    })
  })

  it('leaves what is shown as it is without a headline, or without a data API', async () => {
    const approval = approvalOf([{ spender, token: usdc, amount: 5_000_000n }])
    expect(await pictureGrant(approval, { market, chain, signal })).toEqual({})
    expect(await pictureGrant({ ...approval, headline: { text: '5 USDC' } }, { chain, signal })).toEqual({})
  })

  it.each<[string, readonly Grant[] | undefined, Approval['headline']?]>([
    ['nothing is granted', undefined],
    ['several are', [1n, 2n].map((amount) => ({ spender, token: usdc, amount }))],
    ['the token is not in the registry', [{ spender, token: spender, amount: 1n }]],
    ['items are', [{ spender }]],
    ['it is known already', [{ spender, token: usdc, amount: 1n }], { text: '5 USDC', icon }],
  ])('asks nobody and leaves the headline as it is where %s', async (_, grants, headline) => {
    const before = asked.length
    expect(await headlineOf(grants, headline)).toEqual({})
    expect(asked).toHaveLength(before)
  })
})
