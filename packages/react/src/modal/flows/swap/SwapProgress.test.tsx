import { createStorage } from '@latchkey/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal, alice, bob } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'
import { mainnet } from '../../../../test/chains.js'

const button = (name: string | RegExp) => page.getByRole('button', { name })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const coin = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const usdc = 'eip155:1:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const hash = `0x${'ab'.repeat(32)}`
const record = {
  hash,
  kind: 'swap',
  account: `eip155:1:${alice}`,
  from: { token: coin, symbol: 'ETH', decimals: 18, amount: '500000000000000000' },
  to: { token: usdc, symbol: 'USDC', decimals: 6, amount: '1000000000' },
  at: Date.now(),
  status: 'pending',
  isMeasured: false,
  isLeft: false,
}
const sent = {
  ...{ hash, chainId: 'eip155:1', from: alice, to: bob, amount: '0.5', symbol: 'ETH', at: record.at },
  ...{ status: 'pending', received: { amount: '1000', symbol: 'USDC' } },
}

/** A page that is opened again while a swap, or its approval, waits for its block. */
async function comeBack(kept: object = record, receipt: object | null = null) {
  const items = new Map([
    [`@latchkey/swaps/eip155:1/${alice.toLowerCase()}`, JSON.stringify([kept])],
    [`@latchkey/sent/${alice.toLowerCase()}`, JSON.stringify([sent])],
  ])
  const store = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  await accountModal({
    storage: createStorage({ store }),
    chains: [{ ...mainnet, testnet: true, rpcUrls: { default: { http: ['http://node.test'] } } }],
    onramp: {
      '/v1/convert/tokens': { tokens: [] },
      '/v1/convert/gas-price': { standard: '1000000000', fast: '1', instant: '1' },
      '/v1/convert/allowance': { allowance: '0' },
      '/v1/convert/quotes': {
        quotes: [
          {
            ...{ id: null, fromAmount: '1000000000', fromAccount: usdc, toAmount: '500000000000000000' },
            ...{ toAccount: coin, priceImpact: null, route: null, gas: '250000' },
          },
        ],
      },
    },
  })
  // Without a receipt no node knows it.
  const asked = new Set<string>()
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const body = typeof init?.body === 'string' ? init.body : ''
    const answers: { readonly [method: string]: unknown } = {
      eth_getTransactionReceipt: receipt,
      eth_getTransactionByHash: null,
      eth_blockNumber: '0x10',
    }
    const { id, method = '' } = body.startsWith('{') ? (JSON.parse(body) as { id?: number; method?: string }) : {}
    if (!Object.hasOwn(answers, method)) return before(input, init)
    asked.add(method)
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] }))
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
  return { items, asked }
}

describe('a swap that was sent', () => {
  it('is shown again, and left for another one while it waits', async () => {
    const { items } = await comeBack()
    await button('Swap').click()
    await view('SwapProgress')
    await expect.element(page.getByText('Activity shows both')).toBeVisible()
    await expectAccessible()
    await button('Start another swap').click()
    await view('Swap')
    await expect.element(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('')
    const [kept] = JSON.parse(items.get(`@latchkey/swaps/eip155:1/${alice.toLowerCase()}`) ?? '[]')
    expect(kept).toMatchObject({ hash, status: 'pending', isLeft: true })
  })

  it('says where it was confirmed, and what it brought in the digits of the form, with all of them behind', async () => {
    const word = (hex: string) => `0x${hex.replace('0x', '').toLowerCase().padStart(64, '0')}`
    const block = { blockHash: word('b'), blockNumber: '0x10', transactionHash: hash, transactionIndex: '0x0' }
    const moved = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    await comeBack(record, {
      ...{ ...block, from: alice, to: bob, status: '0x1', type: '0x2', contractAddress: null },
      ...{ gasUsed: '0x1', cumulativeGasUsed: '0x1', effectiveGasPrice: '0x1', logsBloom: '0x' },
      logs: [
        {
          ...{ ...block, address: usdc.split(':')[2], topics: [moved, word(bob), word(alice)], logIndex: '0x0' },
          ...{ data: word((24_924_253).toString(16)), removed: false },
        },
      ],
    })
    await button('Swap').click()
    await view('SwapProgress')
    await expect.element(page.getByText('Swapped', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Confirmed on Ethereum')).toBeVisible()
    await expect.element(page.getByTitle('24.924253 USDC')).toHaveTextContent('24.924 USDC')
    await expect.element(page.getByTitle('0.5 ETH')).toHaveTextContent('0.5 ETH')
    await expectAccessible()
  })

  it('is told as dropped once no node knows it, with a way on', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { asked } = await comeBack()
    await button('Swap').click()
    await view('SwapProgress')
    await vi.waitFor(() => expect(asked).toContain('eth_getTransactionByHash'), { timeout: 10_000 })
    // The swap and the activity ask apart, and each counts from its first question.
    const later = () => {
      vi.setSystemTime(Date.now() + 700_000)
      return page.getByText('Swap dropped').elements().length
    }
    await expect.poll(later, { timeout: 30_000, interval: 1_000 }).toBe(1)
    await expect.element(page.getByText(/Check your wallet before you swap again/)).toBeVisible()
    await expectAccessible()
    await button('Swap more').click()
    await view('Swap')
  }, 60_000)

  it('is in the activity of its account while it waits', async () => {
    await comeBack()
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect.element(page.getByText('Swapped 0.5 ETH for 1,000 USDC')).toBeInTheDocument()
    await expect.element(page.getByText('Pending').first()).toBeVisible()
  })

  it('goes on from its approval, with what it costs and a way out', async () => {
    const approval = { ...record, kind: 'approval', from: record.to, to: record.from }
    await comeBack(approval)
    await button('Swap').click()
    await view('SwapPreview')
    await expect.element(page.getByText('Waiting for the approval to confirm…')).toBeVisible()
    await expect.element(page.getByText('Network fee, about')).toBeVisible()
    await expect.element(page.getByText('0.00025 ETH')).toBeVisible()
    await expectAccessible()
    await button('Start another swap').click()
    await view('Swap')
  })
})
