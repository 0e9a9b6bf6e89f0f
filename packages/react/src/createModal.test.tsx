import { type Config, connect, disconnect } from '@latchkey/core'
import { createFakeConnector, createFakeEmbedded } from '@latchkey/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { requestConnection, until } from '../test/embeddedModal.js'
import { makeConfig, setUp } from '../test/setUp.js'
import { type CreateModalOptions, createModal, type ModalSnapshot } from './createModal.js'

const id = 'dev.latchkey.fake'
const roots = () => document.querySelectorAll('[data-lk-modal]').length
const dialogs = () => document.querySelectorAll('dialog.lk-modal').length
const openDialogs = () => document.querySelectorAll('dialog.lk-modal[open]').length

/** The same config, counting who listens to it. */
function counting(config: Config) {
  const listeners = new Set<object>()
  const counted: Config = Object.create(config, {
    subscribe: {
      value: (listener: () => void) => {
        const mark = {}
        listeners.add(mark)
        const stop = config.subscribe(listener)
        return () => {
          listeners.delete(mark)
          stop()
        }
      },
    },
  })
  return { counted, listeners }
}

function make(config: Config, options: CreateModalOptions = {}) {
  const modal = createModal(config, options)
  onTestFinished(() => modal.destroy())
  return modal
}

describe('createModal', () => {
  it('behavior: without a provider it opens, connects, shows the account, closes and tells of each', async () => {
    const config = makeConfig({ wallets: [createFakeConnector()] })
    const modal = make(config)
    const told: ModalSnapshot[] = []
    modal.subscribe((state) => told.push(state))
    expect(modal.getState()).toEqual({ isOpen: false, view: undefined })
    expect(roots()).toBe(0)
    const connected = modal.connect()
    expect(modal.getState()).toEqual({ isOpen: true, view: 'Connect' })
    await page.getByRole('button', { name: 'Fake' }).click()
    expect(await connected).toMatchObject({ status: 'connected' })
    await vi.waitFor(() => expect(modal.getState().view).toBe('Account'))
    await expect.element(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
    expect(modal.close()).toBe(true)
    await vi.waitFor(() => expect(openDialogs()).toBe(0))
    modal.open({ view: 'Networks' })
    await expect.element(page.getByRole('dialog')).toBeVisible()
    modal.close()
    expect(told.map(({ view }) => view)).toEqual([
      'Connect',
      'ConnectingExternal',
      'Account',
      undefined,
      'Networks',
      undefined,
    ])
  })

  it('behavior: destroy takes away all that it put into the page, and rejects what waits', async () => {
    const { counted, listeners } = counting(makeConfig({ wallets: [createFakeConnector()] }))
    const modal = createModal(counted)
    const told = vi.fn()
    modal.subscribe(told)
    const waiting = expect(modal.connect()).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    await expect.element(page.getByRole('dialog')).toBeVisible()
    told.mockClear()
    modal.destroy()
    await waiting
    await vi.waitFor(() => expect([roots(), dialogs()]).toEqual([0, 0]))
    await vi.waitFor(() => expect(listeners.size).toBe(0))
    await connect(counted, { connector: id })
    modal.open()
    expect([roots(), told.mock.calls.length]).toEqual([0, 0])
  })

  it('behavior: destroyed before its code has arrived, it draws nothing', async () => {
    const modal = createModal(makeConfig())
    const opened = modal.preload()
    modal.destroy()
    await opened
    expect(roots()).toBe(0)
  })

  it('behavior: beside a provider it is the modal of that provider, and leaves it when it is destroyed', async () => {
    const app = await setUp()
    const modal = make(app.config)
    const told = vi.fn()
    modal.subscribe(told)
    modal.open({ view: 'Networks' })
    await expect.element(page.getByRole('dialog', { name: 'Choose a network' })).toBeVisible()
    expect(app.modal.getState().stack.at(-1)?.view).toBe('Networks')
    expect([roots(), dialogs()]).toEqual([0, 1])
    app.modal.close()
    expect(told).toHaveBeenLastCalledWith({ isOpen: false, view: undefined })
    modal.destroy()
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('behavior: a provider that comes later takes over what is open, and what goes gives it back', async () => {
    const config = makeConfig({ wallets: [createFakeConnector()] })
    const modal = make(config)
    const connected = modal.connect()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(roots()).toBe(1)
    const app = await setUp({ config })
    await vi.waitFor(() => expect([roots(), dialogs(), openDialogs()]).toEqual([0, 1, 1]))
    await page.getByRole('button', { name: 'Fake' }).click()
    expect(await connected).toMatchObject({ status: 'connected' })
    await app.screen.unmount()
    // Somebody is connected, so approvals may come: the root is back.
    await vi.waitFor(() => expect(roots()).toBe(1))
    modal.open()
    await expect.element(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
  })

  it('behavior: two of one config are one', async () => {
    const config = makeConfig({ wallets: [createFakeConnector()] })
    const [one, other] = [make(config), make(config)]
    one.open()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(other.getState().isOpen).toBe(true)
    expect([roots(), dialogs()]).toEqual([1, 1])
    one.destroy()
    await vi.waitFor(() => expect([roots(), dialogs()]).toEqual([1, 1]))
    expect(other.close()).toBe(true)
  })

  it('behavior: an approval of the embedded wallet opens it, also after a provider came and took over', async () => {
    const fake = createFakeEmbedded()
    const config = makeConfig({ connectors: [fake.create], debug: false })
    fake.set({ email: 'ada@example.com' })
    await connect(config, { connector: 'ID_AUTH' })
    const modal = make(config)
    await vi.waitFor(() => expect(roots()).toBe(1))
    const first = requestConnection(config)
    await until(() => expect(modal.getState().view).toBe('ApproveTransaction'))
    modal.close()
    await first
    await setUp({ config })
    await vi.waitFor(() => expect(roots()).toBe(0))
    const second = requestConnection(config)
    await until(() => expect(modal.getState().view).toBe('ApproveTransaction'))
    modal.close()
    await second
    await disconnect(config)
  })

  it('behavior: applies theme and language, and later changes of both', async () => {
    const modal = make(makeConfig({ wallets: [createFakeConnector()] }), { themeMode: 'dark' })
    modal.open()
    await expect.element(page.getByRole('dialog', { name: 'Connect a wallet' })).toBeVisible()
    expect(document.querySelector('dialog.lk-modal')?.getAttribute('data-lk-theme')).toBe('dark')
    modal.update({ themeMode: 'light', strings: { close: 'Schließen' } })
    await expect.element(page.getByRole('button', { name: 'Schließen' })).toBeVisible()
    expect(document.querySelector('dialog.lk-modal')?.getAttribute('data-lk-theme')).toBe('light')
  })

  it('error: without a config it says what to pass', () => {
    expect(() => createModal(undefined as never)).toThrow(
      expect.objectContaining({
        code: 'INVALID_CONFIG',
        message: expect.stringMatching(/^createModal .*createConfig/),
      }),
    )
  })
})
