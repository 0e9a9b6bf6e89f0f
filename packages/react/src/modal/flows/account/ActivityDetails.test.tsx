import type { HistoryEntry } from '@latchkey/core'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal, alice, bob } from '../../../../test/accountModal.js'
import { expectAccessible } from '../../../../test/axe.js'

const hash = `0x${'7'.repeat(64)}`
const entry = (more: Partial<HistoryEntry['metadata']> = {}): HistoryEntry => ({
  id: '1',
  metadata: {
    operationType: 'send',
    hash,
    minedAt: '2026-03-15T12:00:00.000Z',
    sentFrom: alice,
    sentTo: bob,
    status: 'confirmed',
    nonce: 0,
    chain: 'eip155:1',
    ...more,
  },
  transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'out', quantity: { numeric: '1.5' } }],
})
const fact = (name: string) =>
  [...document.querySelectorAll('.lk-fact')]
    .find((one) => one.querySelector('dt')?.textContent === name)
    ?.querySelector('dd')

async function open(entry: HistoryEntry, line = /^Sent 1\.5 ETH|^Received/) {
  const app = await accountModal({ history: () => [[entry]] })
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page.getByRole('button', { name: line }).click()
  await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'ActivityDetails')
  await vi.waitFor(() => expect(fact('Status')).toBeDefined())
  return app
}

describe('ActivityDetails', () => {
  it('tells status, time, the whole receiver, network, hash, and the fee that the chain names', async () => {
    await open(entry())
    expect(fact('Status')?.textContent).toBe('Confirmed')
    expect(fact('Time')?.querySelector('time')?.dateTime).toBe('2026-03-15T12:00:00.000Z')
    expect(fact('To')?.textContent).toBe(bob)
    await expect.element(page.getByRole('button', { name: `Copy address: ${bob}` })).toBeVisible()
    // 21,000 gas at 1 wei.
    await vi.waitFor(() => expect(fact('Network fee')?.textContent).toBe('0.000000000000021 ETH'))
    expect(document.querySelector(`.lk-fact [title="${hash}"]`)).not.toBeNull()
    await expectAccessible()
  })

  it('believes the service about a fee, and asks for none that others paid', async () => {
    const app = await open(entry({ fee: '0.5' }))
    expect(fact('Network fee')?.textContent).toBe('0.5 ETH')
    app.modal.close()
  })

  it('tells the first digits of a fee, with all of them behind', async () => {
    await open(entry({ fee: '0.000100924533986265' }))
    expect(fact('Network fee')?.textContent).toBe('0.0001009 ETH')
    expect(fact('Network fee')?.querySelector('[title="0.000100924533986265"]')).not.toBeNull()
  })

  it('names each thing where more moved than its title says', async () => {
    const moved = (name: string) => ({
      ...{ nft_info: { name, flags: { is_spam: false } }, direction: 'in' as const, quantity: { numeric: '1' } },
    })
    const minted = { ...entry({ operationType: 'mint', sentFrom: bob, sentTo: alice }) }
    await open({ ...minted, transfers: ['Key #1', 'Key #2', 'Key #3'].map(moved) }, /^Minted Key #1 and 2 more/)
    const received = [...document.querySelectorAll('.lk-fact')]
      .filter((one) => one.querySelector('dt')?.textContent === 'Received')
      .map((one) => one.querySelector('dd')?.textContent)
    expect(received).toEqual(['Key #1', 'Key #2', 'Key #3'])
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.element(page.getByText('and 2 more', { exact: true })).toBeVisible()
  })

  it('of what came in it names the sender and no fee', async () => {
    const { asked } = await open({
      ...entry({ sentFrom: bob, sentTo: alice, operationType: 'receive' }),
      transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'in', quantity: { numeric: '1' } }],
    })
    expect(fact('From')?.textContent).toBe(bob)
    expect(fact('Network fee')).toBeUndefined()
    expect(asked.some((url) => url.includes('eth_getTransactionReceipt'))).toBe(false)
  })

  it('leads back to the list', async () => {
    await open(entry())
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'Account')
    await expect.element(page.getByRole('tab', { name: 'Activity' })).toHaveAttribute('aria-selected', 'true')
  })
})

describe('the export', () => {
  it('saves all pages as one file', async () => {
    const blobs: Blob[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob)
      return 'blob:test'
    })
    const names: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    await accountModal({ history: () => [[entry()], [entry({ hash: `0x${'8'.repeat(64)}` })]] })
    await page.getByRole('tab', { name: 'Activity' }).click()
    await page.getByRole('button', { name: 'Export as CSV' }).click()
    await vi.waitFor(() => expect(names).toEqual([`activity-${alice}.csv`]))
    const text = (await blobs[0]?.text()) ?? ''
    expect(
      text
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').at(-1)),
    ).toEqual([hash, `0x${'8'.repeat(64)}`, ''])
    create.mockRestore()
    click.mockRestore()
  })
})
