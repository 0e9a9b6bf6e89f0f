import { evmNativeAddress } from '@latchkey/protocol/caip'
import { describe, expect, it } from 'vitest'
import { createMemoryNode } from '../../test/memoryNode.js'
import { openMemoryRpc } from '../../test/memoryRpc.js'
import { chain, other, usdc } from '../../test/signingContext.js'
import { user } from '../../test/signingWallet.js'

const account = user.addresses.eip155
const coin = `${chain.id}:${evmNativeAddress}`
const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'
const payment = { from: account, to: other, value: '0x6f05b59d3b20000' }
const transfer = {
  from: account,
  to: usdc,
  data: `0xa9059cbb${other.slice(2).toLowerCase().padStart(64, '0')}${(5_000_000).toString(16).padStart(64, '0')}`,
}

/** A node, and beside it a data API where a coin costs $2,500, one of the token $2, and a dollar half a euro. */
function open() {
  const node = createMemoryNode()
  const asked: { path: string; project: unknown; addresses?: string[]; signal: AbortSignal | null | undefined }[] = []
  const rpc = openMemoryRpc({
    async fetch(url, init) {
      const { pathname: path, searchParams, origin } = new URL(url)
      const body = JSON.parse(String(init.body ?? '{}')) as { method?: string; addresses?: string[] }
      if (body.method !== undefined) return node.fetch(url, init)
      expect(origin).toBe('https://api.example')
      const { addresses } = body
      asked.push({
        path,
        project: searchParams.get('projectId'),
        signal: init.signal,
        ...(addresses ? { addresses } : {}),
      })
      if (path === '/v1/fiat-rates') return Response.json({ rates: { eur: 0.5 } })
      if (path !== '/v1/fungible/price') return new Response(path.startsWith('/public/getTokenImage/') ? svg : '[]')
      return Response.json({
        fungibles: [
          { address: coin, price: 2_500 },
          { address: `${chain.id}:${usdc}`, price: 2 },
        ],
      })
    },
  })
  const show = async (transaction: object, options: { currency?: string; signal?: AbortSignal } = {}) => {
    await rpc.request('eth_sendTransaction', [transaction], options)
    const approval = rpc.shown().at(-1)
    const fee = approval?.rows.find(({ label }) => label === 'Network fee, at most')?.fiat
    return { fiat: approval?.headline?.fiat, icon: approval?.headline?.icon, fee }
  }
  const prices = () => asked.flatMap(({ addresses }) => (addresses ? [addresses] : []))
  const pictures = () => asked.flatMap(({ path }) => (path.includes('getTokenImage') ? [path.split('/').at(-1)] : []))
  return { ...rpc, show, asked, prices, pictures }
}

describe('what a transaction is worth', () => {
  it('stands beside a payment and its fee, by the prices of the data API', async () => {
    const { show, asked, prices, pictures } = open()
    expect(await show(payment)).toEqual({
      fiat: '$1,250.00',
      icon: `data:image/svg+xml,${encodeURIComponent(svg)}`,
      fee: expect.stringMatching(/^\$0\.\d\d$/),
    })
    expect([prices(), pictures()]).toEqual([[[coin]], ['ETH']])
    expect(new Set(asked.map(({ project }) => project))).toEqual(new Set(['project']))
  })

  it('stands beside a transfer of a token of the registry, whose price and picture are asked for', async () => {
    const { show, prices, pictures } = open()
    for (const to of [usdc, usdc.toLowerCase()]) expect((await show({ ...transfer, to })).fiat).toBe('$10.00')
    expect(prices()).toEqual(Array(2).fill([coin, `${chain.id}:${usdc}`]))
    expect(pictures()).toEqual(['USDC', 'USDC'])
  })

  it('is that of the coin alone where coins go to a token, nothing is called, or the token is not known', async () => {
    const { show, prices, pictures } = open()
    await show({ ...payment, to: usdc })
    await show({ ...transfer, to: other })
    await show({ from: account, data: transfer.data })
    expect([prices(), pictures()]).toEqual([Array(3).fill([coin]), Array(3).fill('ETH')])
  })

  it('is in the currency that the page names', async () => {
    const { show, asked } = open()
    expect(await show(payment, { currency: 'eur' })).toMatchObject({
      fiat: '€625.00',
      fee: expect.stringMatching(/^€/),
    })
    expect(asked.map(({ path }) => path)).toContain('/v1/fiat-rates')
  })

  it('is asked until the request ends', async () => {
    const { show, asked } = open()
    const controller = new AbortController()
    await show(payment, { signal: controller.signal })
    const read = asked.filter(({ path }) => path === '/v1/fungible/price')
    expect(read.map(({ signal }) => signal?.aborted)).toEqual([false])
    controller.abort()
    expect(read.map(({ signal }) => signal?.aborted)).toEqual([true])
  })

  it('is left out where it cannot be read', async () => {
    const settings = { apiUrl: 'https://api.example', chains: [chain] }
    const node = createMemoryNode()
    const rpc = openMemoryRpc({
      settings,
      async fetch(url, init) {
        if (!String(init.body).includes('"method"')) throw new TypeError('Failed to fetch')
        return node.fetch(url, init)
      },
    })
    expect(await rpc.request('eth_sendTransaction', [payment])).toMatch(/^0x/)
    expect(rpc.shown()[0]?.headline?.fiat).toBeUndefined()
  })
})
