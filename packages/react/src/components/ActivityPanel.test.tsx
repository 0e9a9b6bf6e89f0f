import type { HistoryEntry } from '@latchkey/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal, alice, bob } from '../../test/accountModal.js'
import { expectAccessible } from '../../test/axe.js'

const entry = (count: number, more: Partial<HistoryEntry['metadata']> = {}): HistoryEntry => ({
  id: `${count}`,
  metadata: {
    operationType: 'receive',
    hash: `0x${String(count).padStart(64, '0')}`,
    minedAt: '2026-03-15T12:00:00.000Z',
    sentFrom: bob,
    sentTo: alice,
    status: 'confirmed',
    nonce: 0,
    chain: 'eip155:1',
    ...more,
  },
  transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'in', quantity: { numeric: String(count) } }],
})
const key = (isSpam: boolean): HistoryEntry['transfers'] => [
  { nft_info: { name: 'Key #1', flags: { is_spam: isSpam } }, direction: 'in', quantity: { numeric: '1' } },
]

async function activity(history: () => readonly (readonly HistoryEntry[])[] | number) {
  const app = await accountModal({ history })
  await page.getByRole('tab', { name: 'Activity' }).click()
  return app
}

describe('ActivityPanel', () => {
  it('[S1-22][S9-67] lists what the service tells, by month, without unwanted collectibles', async () => {
    await activity(() => [
      [
        entry(1),
        { ...entry(2, { minedAt: '2026-02-15T12:00:00.000Z', status: 'failed' }) },
        { ...entry(3), transfers: key(true) },
        { ...entry(4, { operationType: 'mint' }), transfers: key(false) },
      ],
    ])
    await expect.element(page.getByText('Received 1 ETH')).toBeVisible()
    await expect.element(page.getByText('Minted Key #1')).toBeVisible()
    const month = (time: string) =>
      new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' }).format(Date.parse(time))
    expect([...document.querySelectorAll('.lk-month h3')].map(({ textContent }) => textContent)).toEqual(
      ['2026-03-15T12:00:00Z', '2026-02-15T12:00:00Z'].map(month),
    )
    expect(document.querySelectorAll('.lk-month li')).toHaveLength(3)
    await expect.element(page.getByText('Failed', { exact: true })).toBeVisible()
    await expectAccessible()
  })

  it('shows what comes in while it is looked at', async () => {
    let history: readonly HistoryEntry[] = []
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    await activity(() => [history])
    await expect.element(page.getByText('Nothing sent from here yet')).toBeVisible()
    history = [entry(1)]
    vi.advanceTimersByTime(29_000)
    expect(page.getByText('Received 1 ETH').query()).toBeNull()
    vi.advanceTimersByTime(1_000)
    await expect.element(page.getByText('Received 1 ETH')).toBeVisible()
  })

  it('a long name of what moved yields to the address of the other side', async () => {
    const name = 'The Extraordinarily Well Named Collection of Test Keys #1234567890'
    const long: HistoryEntry['transfers'] = [
      { nft_info: { name, flags: { is_spam: false } }, direction: 'in', quantity: { numeric: '1' } },
    ]
    await activity(() => [[{ ...entry(1), transfers: long }]])
    await expect.element(page.getByText(/^From 0x\w+…\w+$/)).toBeVisible()
    const detail = document.querySelector('.lk-activity .lk-row-detail')
    expect(detail?.scrollWidth).toBe(detail?.clientWidth)
  })

  it('shows the names of others beside their addresses', async () => {
    const named = {
      name: 'bob.names.example',
      registered_at: '2026-01-01T00:00:00.000Z',
      attributes: {},
      addresses: {},
    }
    const own = `/v1/profile/reverse/${alice}`
    const names = { [own]: [], [`/v1/profile/reverse/${bob}`]: [named] }
    await accountModal({ history: () => [[entry(1)]], onramp: names })
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect.element(page.getByText(/^From 0x\w+…\w+ · bob\.names\.example$/)).toBeVisible()
    await page.getByRole('button', { name: 'Received 1 ETH' }).click()
    await expect.element(page.getByText('bob.names.example', { exact: true })).toBeVisible()
    await expectAccessible()
  })

  it('asks for nobody’s name where the data API has no names', async () => {
    const app = await activity(() => [[entry(1)]])
    await expect.element(page.getByText(/^From 0x\w+…\w+$/)).toBeVisible()
    await vi.waitFor(() => expect(app.asked.some((url) => url.includes(`/v1/profile/reverse/${alice}`))).toBe(true))
    expect(app.asked.filter((url) => url.includes(`/v1/profile/reverse/${bob}`))).toEqual([])
  })

  it('[S9-25] shows amounts with at most 3 decimals, rounded down', async () => {
    const of = (numeric: string): HistoryEntry['transfers'] => [
      { fungible_info: { symbol: 'ETH' }, direction: 'in', quantity: { numeric } },
    ]
    await activity(() => [
      [
        { ...entry(1), transfers: of('1.23456789') },
        { ...entry(2), transfers: of('2.9999') },
      ],
    ])
    await expect.element(page.getByText('Received 1.234 ETH')).toBeVisible()
    await expect.element(page.getByText('Received 2.999 ETH')).toBeVisible()
  })

  it('[S7-08] loads more until there is no more', async () => {
    await activity(() => [[entry(1)], [entry(2)]])
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect.element(page.getByText('Received 2 ETH')).toBeVisible()
    await expect.element(page.getByText('Received 1 ETH')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument()
  })

  it("[S8-20] a failure is told: 'Failed to fetch transactions', and can be tried again", async () => {
    let pages: readonly (readonly HistoryEntry[])[] | number = 500
    await activity(() => pages)
    await expect.element(page.getByRole('alert').filter({ hasText: /^Failed to fetch transactions$/ })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Failed to fetch transactions' })).toBeVisible()
    await expectAccessible()
    pages = [[entry(1)]]
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Received 1 ETH')).toBeVisible()
    await vi.waitFor(() => expect(document.querySelector('.lk-notice')).toBeNull())
  })
})
