import { flushSync } from 'react-dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { directoryUrl, serveDirectory } from '../../test/directory.js'
import { dialogOf, setUp } from '../../test/setUp.js'
import { preloadModal } from './ModalHost.js'
import { registry } from './registry.js'

const wallet = () => document.querySelector('dialog.lk-modal [data-testid="lk-wallet-dev.latchkey.fake"]')

/** An app whose wallets are drawn and not shown. */
async function drawnAhead() {
  const directory = serveDirectory()
  await preloadModal()
  const app = await setUp({ api: { url: directoryUrl, projectId: 'p' }, debug: false })
  app.modal.prepare()
  await vi.waitFor(() => expect(wallet()).not.toBeNull())
  return { app, ...directory }
}

it('behavior: the wallets are drawn before the first click, and are shown in the turn of the click as they stand', async () => {
  const { app } = await drawnAhead()
  const row = wallet()
  expect(dialogOf().open).toBe(false)
  expect(row?.checkVisibility()).toBe(false)
  flushSync(() => app.modal.open())
  expect(dialogOf().open).toBe(true)
  expect(wallet(), 'not drawn again').toBe(row)
  expect(row?.checkVisibility()).toBe(true)
  expect(document.activeElement).toBe(page.getByRole('heading', { name: 'Connect a wallet' }).element())
})

it('behavior: what is drawn ahead is laid out once before the first click, and stays unseen', async () => {
  const heights: number[] = []
  const { getBoundingClientRect } = HTMLDialogElement.prototype
  const measured = vi.spyOn(HTMLDialogElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    const box = getBoundingClientRect.call(this)
    heights.push(box.height)
    return box
  })
  onTestFinished(() => measured.mockRestore())
  await drawnAhead()
  await vi.waitFor(() => expect(heights).toEqual([expect.any(Number), 0]))
  expect(heights[0]).toBeGreaterThan(200)
  expect(getComputedStyle(dialogOf()).display).toBe('none')
  expect([dialogOf().style.display, dialogOf().style.transition]).toEqual(['', ''])
})

it('behavior: what was opened as the first thing stays when the modal is drawn again at once', async () => {
  await registry.Networks.Component.preload?.()
  const app = await setUp()
  app.modal.warm()
  await new Promise((resolve) => setTimeout(resolve, 300))
  flushSync(() => app.modal.open({ view: 'Networks' }))
  const content = document.querySelector('.lk-content > .lk-view')
  expect(content).not.toBeNull()
  flushSync(() => app.modal.expect('GetWallet'))
  expect(document.querySelector('.lk-content > .lk-view')).toBe(content)
  expect(dialogOf().querySelector('h2')?.textContent).toBe('Choose a network')
})

it('behavior: what is drawn ahead asks the directory of nothing until it is opened', async () => {
  const { app, asked } = await drawnAhead()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(asked).toEqual([])
  app.modal.open()
  await expect.element(page.getByRole('button', { name: 'All wallets' })).toBeVisible()
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
})

it('behavior: what is closed is gone, also what was drawn ahead', async () => {
  const { app } = await drawnAhead()
  app.modal.open()
  await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
  app.modal.close()
  await vi.waitFor(() => expect(document.querySelector('.lk-view')).toBeNull())
})

it('behavior: the code of a view is asked for once it is seen that the one before it leaves', async () => {
  const app = await setUp()
  app.modal.open({ view: 'Connect' })
  await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
  const preload = vi.spyOn(registry.Networks.Component, 'preload')
  onTestFinished(() => preload.mockRestore())
  flushSync(() => app.modal.push({ view: 'Networks' }))
  const leaving = document.querySelector('.lk-content[data-leaving]')
  expect(leaving).not.toBeNull()
  // A press is no longer for what leaves.
  const { x, y, width, height } = wallet()?.getBoundingClientRect() ?? new DOMRect()
  expect(document.elementFromPoint(x + width / 2, y + height / 2)).toBe(leaving)
  expect(preload).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(preload).toHaveBeenCalled())
})
