import { flushSync } from 'react-dom'
import { expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { setUp } from '../../test/setUp.js'
import { registry } from './registry.js'

// The browser notes no more than 250 otherwise, and this file's own imports come near that.
performance.setResourceTimingBufferSize(2_000)

/** Views whose code was fetched; those of the file's own imports are not among them. */
const fetched = () =>
  performance.getEntriesByType('resource').flatMap(({ name }) => /\/flows\/\w+\/(\w+)\.tsx/.exec(name)?.[1] ?? [])

/** Where an earlier test left the pointer, the row may be what appears beneath it. */
const movePointerAway = () => page.elementLocator(document.documentElement).hover({ position: { x: 1, y: 1 } })

it('behavior: the code of what follows a wallet comes with a pointer over it, not before, and once', async () => {
  const app = await setUp()
  await movePointerAway()
  app.modal.open({ view: 'Connect' })
  const row = page.getByRole('button', { name: 'Fake Wallet' })
  await expect.element(row).toBeVisible()
  expect(app.modal.getState().near).toEqual([])
  expect(fetched()).not.toContain('Account')
  await row.hover()
  await vi.waitFor(() => expect(fetched()).toEqual(expect.arrayContaining(['ConnectingExternal', 'Account'])))
  const before = app.modal.getState()
  await row.unhover()
  await row.hover()
  expect(app.modal.getState(), 'a second time changes nothing, and draws nothing').toBe(before)
  app.modal.destroy()
  expect(app.modal.getState().near).toEqual([])
})

it('behavior: what a click on a wallet does not wait for comes after it, what it waits for at once', async () => {
  const app = await setUp()
  await movePointerAway()
  app.modal.open({ view: 'Connect' })
  await expect.element(page.getByRole('button', { name: 'Fake Wallet' })).toBeVisible()
  const account = vi.spyOn(registry.Account.Component, 'preload')
  const code = vi.spyOn(registry.ConnectingWalletConnect.Component, 'preload')
  onTestFinished(() => {
    account.mockRestore()
    code.mockRestore()
  })
  flushSync(() => app.modal.expect('ConnectingExternal', 'Account'))
  expect(account).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(account).toHaveBeenCalled())
  expect(code).not.toHaveBeenCalled()
  flushSync(() => app.modal.expect('ConnectingWalletConnect'))
  await Promise.resolve()
  expect(code).toHaveBeenCalled()
})
