import type { TokenBalance } from '@latchkey/core'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal, holdings } from '../../test/accountModal.js'

const addressOf = (at: number) => `eip155:1:0x${(at + 1).toString(16).padStart(40, '0')}` as const
function token(at: number, more: Partial<TokenBalance> = {}): TokenBalance {
  const quantity = { decimals: '18', numeric: '1.5' }
  return {
    name: `Token ${at}`,
    symbol: `T${at}`,
    chainId: 'eip155:1',
    price: 0,
    quantity,
    iconUrl: '',
    address: addressOf(at),
    ...more,
  }
}
const rows = () => document.querySelectorAll('.lk-rows .lk-row')

it('behavior: an account of 10,000 tokens has all of them, and only those near the window are drawn', async () => {
  const many = [...holdings, ...Array.from({ length: 10_000 }, (_, at) => token(at))]
  await accountModal({ balances: many })
  const size = () => rows()[0]?.closest('li')?.getAttribute('aria-setsize')
  await vi.waitFor(() => expect(size()).toBe(String(many.length)))
  expect(rows().length).toBeLessThan(40)
  const box = document.querySelector('.lk-height') as HTMLElement
  box.scrollTop = box.scrollHeight
  await expect.element(page.getByText('Token 9999')).toBeVisible()
  expect(rows().length).toBeLessThan(40)
})

it('behavior: many tokens can be searched, since the browser finds only what is drawn', async () => {
  await accountModal({ balances: [...holdings, ...Array.from({ length: 200 }, (_, at) => token(at))] })
  const search = page.getByRole('searchbox', { name: 'Search by name, symbol or address' })
  await search.fill('token 177')
  await vi.waitFor(() =>
    expect([...rows()].map((row) => row.textContent)).toEqual([expect.stringContaining('Token 177')]),
  )
  await search.fill('nothing of the kind')
  await expect.element(page.getByText('No token found')).toBeVisible()
})

it('hostile: a name with markup is text, and one that turns the direction of reading turns nothing else', async () => {
  const name = '<img src=x onerror="document.title=1"><b>Ether</b>'
  const turned = '\u202eevil\u2066 HTE'
  await accountModal({ balances: [token(0, { name, symbol: '<i>X</i>' }), token(1, { name: turned, symbol: turned })] })
  await expect.element(page.getByText(name)).toBeVisible()
  expect(document.querySelectorAll('.lk-rows :is(b, i, img[src="x"])')).toHaveLength(0)
  expect(document.title).not.toBe('1')
  const [, second] = rows()
  for (const part of second?.querySelectorAll('bdi') ?? []) expect(getComputedStyle(part).unicodeBidi).toBe('isolate')
  const amount = [...(second?.querySelectorAll('.lk-row-detail bdi') ?? [])]
  expect(amount.length).toBeGreaterThan(0)
})

it('behavior: amounts of tokens with 36 and 255 decimals are shown; one without decimals may be a collectible, and is not', async () => {
  const balances = [
    token(0, { quantity: { decimals: '0', numeric: '7' } }),
    token(1, { quantity: { decimals: '36', numeric: `0.${'0'.repeat(35)}7` } }),
    token(2, { quantity: { decimals: '255', numeric: `1.${'0'.repeat(254)}7` } }),
  ]
  await accountModal({ balances })
  const shown = () => [...rows()].map((row) => row.querySelector('.lk-row-detail')?.textContent)
  await vi.waitFor(() => expect(shown()).toEqual(['< 0.001 T1', '1 T2']))
})
