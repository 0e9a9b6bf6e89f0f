import { LatchkeyError } from '@latchkey/protocol/errors'
import { fiatCurrencies } from '@latchkey/protocol/internal/currencies'
import { parseEther, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { failure } from '../../test/failure.js'
import { account, other, useRpcWorld } from '../../test/useRpcWorld.js'

const { open, frameChain, screens } = useRpcWorld()

/** What a payment of 900 of 1,000 ETH is shown as, where one is worth $2,500 and the server tells these rates. */
async function show(currency: string | undefined, rates: unknown) {
  const asked: string[] = []
  const coin = `${frameChain().id}:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE`
  const { request } = open({
    async fetch(url, init) {
      const { pathname } = new URL(url)
      if (pathname === '/v1') return fetch(url, init)
      asked.push(pathname === '/v1/fungible/price' ? `${pathname} ${JSON.parse(String(init.body)).currency}` : pathname)
      if (pathname === '/v1/fiat-rates') return Response.json({ rates })
      return pathname === '/v1/fungible/price'
        ? Response.json({ fungibles: [{ address: coin, price: 2_500 }] })
        : new Response('', { status: 404 })
    },
  })
  screens().answer = async () => {
    throw new LatchkeyError('USER_REJECTED', 'No')
  }
  const value = toHex(parseEther('900'))
  await failure(
    request('eth_sendTransaction', [{ from: account, to: other, value, nonce: '0x0' }], currency ? { currency } : {}),
  )
  const screen = screens().asked.at(-1)
  if (screen?.kind !== 'approve') throw new Error('No approval was shown')
  const { headline, rows, ...rest } = screen.approval
  const fee = rows.find(({ label }) => label === 'Network fee, at most')
  const plain = { ...rest, text: headline?.text, rows: rows.map(({ fiat: _, ...row }) => row), what: screen.what }
  return { fiat: headline?.fiat, fee: fee?.fiat, plain, asked }
}

describe('the currency of an approval', () => {
  it('is the one that the page says its visitor reads, by the rate of the wallet’s own server', async () => {
    const { fiat, fee, asked } = await show('eur', { eur: 0.5 })
    expect([fiat, fee?.startsWith('€')]).toEqual(['€1,125,000.00', true])
    expect(asked).toContain('/v1/fiat-rates')
    // The price itself stays that in dollars.
    expect(asked).toContain('/v1/fungible/price usd')
    expect((await show('jpy', { jpy: 150 })).fiat).toBe('¥337,500,000')
    expect((await show('cad', { cad: 1.4 })).fiat).toBe('CA$3,150,000.00')
  })

  it.each([
    ['the server does not know its rate', { jpy: 150 }],
    ['its rate is no number', { eur: '0.5' }],
    ['its rate is nothing', { eur: 0 }],
    ['there are no rates', undefined],
  ])('is the dollar by its name where %s', async (_, rates) => {
    const { fiat, fee } = await show('eur', rates)
    expect([fiat?.replace(/\s/, ' '), fee?.replace(/\s/, ' ')]).toEqual([
      'USD 2,250,000.00',
      expect.stringMatching(/^(< )?USD 0/),
    ])
  })

  it.each(['xyz', 'EUR', 'btc', '__proto__', 'constructor', 'eur/../..', ''])(
    'is the dollar for what is no such currency, and nothing is asked for it: %j',
    async (currency) => {
      const { fiat, asked } = await show(currency, { [currency]: 1e-9 })
      expect(fiat).toBe('$2,250,000.00')
      expect(asked).not.toContain('/v1/fiat-rates')
    },
  )

  it('changes nothing of what is warned of, asked twice, or where it is approved', async () => {
    const { plain } = await show(undefined, {})
    expect(plain).toMatchObject({ needsSecondLook: true, what: 'evmTransaction' })
    expect(plain.warnings).toContain('This sends more than four fifths of your ETH.')
    for (const [at, currency] of fiatCurrencies.entries())
      expect((await show(currency, { [currency]: 10 ** ((at % 19) - 9) })).plain, currency).toEqual(plain)
  })
})
