import { connect } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/axe.js'
import { dialogOf, setUp } from '../../test/setUp.js'

const connectButton = () => page.getByRole('button', { name: 'Connect wallet' })
const dialog = () => page.getByRole('dialog')
const title = (name: string) => page.getByRole('heading', { name, level: 2 })

afterEach(async () => {
  vi.restoreAllMocks()
  await page.viewport(1280, 800)
})

describe('Modal', () => {
  it('[S0-01] a button opens a named modal dialog, without an error in the console', async () => {
    const errors = vi.spyOn(console, 'error')
    await setUp()
    expect(document.querySelector('dialog[open]')).toBeNull()
    await connectButton().click()
    await expect.element(dialog()).toBeVisible()
    await expect.element(page.getByRole('dialog', { name: 'Connect a wallet' })).toHaveAttribute('aria-modal', 'true')
    expect(dialogOf().matches(':modal')).toBe(true)
    expect(errors).not.toHaveBeenCalled()
  })

  it('behavior: it is drawn while the page is idle, closed, so that no pointer waits for it', async () => {
    const { modal } = await setUp()
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
    expect(modal.getState()).toMatchObject({ open: false, stack: [] })
    await expect.element(dialog()).not.toBeInTheDocument()
  })

  it('behavior: a press shows at once on the button and on a row', async () => {
    await setUp()
    const held = async (element: Element) => {
      ;(element as HTMLElement).focus()
      await userEvent.keyboard('[Space>]')
      const { opacity } = getComputedStyle(element)
      await userEvent.keyboard('[/Space]')
      return opacity
    }
    expect(await held(connectButton().element())).toBe('0.7')
    await expect.element(dialog()).toBeVisible()
    const row = page.getByRole('button', { name: 'Fake Wallet' })
    await expect.element(row).toBeVisible()
    expect(await held(row.element())).toBe('0.7')
  })

  it('behavior: focus goes into the dialog, stays in it, and returns to the button', async () => {
    await setUp({ wallets: [createFakeConnector({ name: 'Alpha' }), createFakeConnector({ id: 'b', name: 'Beta' })] })
    await connectButton().click()
    await expect.element(dialog()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Beta' })).toBeVisible()
    expect(dialogOf().contains(document.activeElement)).toBe(true)
    const visited = new Set<string>()
    for (let step = 0; step < 8; step++) {
      await userEvent.tab()
      const element = document.activeElement as HTMLElement
      expect(dialogOf().contains(element) || element === document.body).toBe(true)
      visited.add(element.getAttribute('aria-label') ?? element.querySelector('.lk-row-title')?.textContent ?? '')
    }
    expect([...visited]).toEqual(expect.arrayContaining(['Close', 'Alpha', 'Beta']))
    await page.getByRole('button', { name: 'Close' }).click()
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
    expect(document.activeElement).toBe(connectButton().element())
  })

  it('behavior: a dialog that opens on its first button, as in Firefox, gives the focus to its title', async () => {
    const showModal = HTMLDialogElement.prototype.showModal
    vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (this: HTMLDialogElement) {
      showModal.call(this)
      this.querySelector<HTMLElement>('button')?.focus()
    })
    const app = await setUp()
    app.modal.open()
    await expect.element(dialog()).toBeVisible()
    expect(document.activeElement).toBe(title('Connect a wallet').element())
  })

  it('behavior: what scrolls is no stop of its own: all views have controls that are', async () => {
    const app = await setUp()
    app.modal.open()
    await expect.element(dialog()).toBeVisible()
    expect(document.querySelector<HTMLElement>('.lk-height')?.getAttribute('tabindex')).toBe('-1')
  })

  it('behavior: a short list is painted with the modal; of a long one, what lies below waits', async () => {
    const wallets = Array.from({ length: 14 }, (_, at) => createFakeConnector({ id: `w${at}`, name: `Wallet ${at}` }))
    const app = await setUp({ wallets })
    app.modal.open()
    await expect.element(page.getByRole('button', { name: 'Wallet 13' })).toBeInTheDocument()
    const rows = [...document.querySelectorAll('.lk-row-item')].map((row) => getComputedStyle(row).contentVisibility)
    expect(rows).toEqual([...Array(12).fill('visible'), 'auto', 'auto'])
  })

  it.each([
    ['modal dialogs', HTMLDialogElement.prototype, 'showModal'],
    ['signals that follow several', AbortSignal, 'any'],
  ] as const)('error: a browser without %s is told so in a sentence, and the page goes on', async (_, owner, name) => {
    const known = Object.getOwnPropertyDescriptor(owner, name) ?? {}
    Reflect.deleteProperty(owner, name)
    onTestFinished(() => void Object.defineProperty(owner, name, known))
    const app = await setUp()
    await connectButton().click()
    const said = page.getByRole('alert')
    await expect.element(said.getByText('This browser is too old to connect a wallet.')).toBeVisible()
    expect(document.querySelector('dialog')).toBeNull()
    const { width, height } = said.element().getBoundingClientRect()
    expect(document.elementFromPoint(window.innerWidth / 2, window.innerHeight - 40)?.closest('[role=alert]')).toBe(
      said.element(),
    )
    expect([width > 200, height > 40]).toEqual([true, true])
    await expectAccessible()
    await said.getByRole('button', { name: 'Close' }).click()
    await expect.element(said).not.toBeInTheDocument()
    expect(app.modal.getState().open).toBe(false)
  })

  it('behavior: Escape closes, and so does the backdrop, but not the card', async () => {
    await setUp()
    await connectButton().click()
    await expect.element(dialog()).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
    await connectButton().click()
    await title('Connect a wallet').click()
    expect(dialogOf().open).toBe(true)
    dialogOf().click()
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
  })

  it('behavior: a further click of the hand that opened it does not close it', async () => {
    await setUp()
    await connectButton().click()
    await expect.element(dialog()).toBeVisible()
    const clickBackdrop = (detail: number) =>
      dialogOf().dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
    clickBackdrop(2)
    clickBackdrop(3)
    await title('Connect a wallet').click()
    expect(dialogOf().open).toBe(true)
    clickBackdrop(1)
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
  })

  it('behavior: what is opened right after a close stays open, though the browser tells of the close only then', async () => {
    const { modal } = await setUp()
    modal.open({ view: 'Connect' })
    await expect.poll(() => dialogOf()?.open).toBe(true)
    const told = vi.fn()
    dialogOf()?.addEventListener('close', told)
    for (const view of ['Networks', 'Connect'] as const) {
      told.mockClear()
      modal.close()
      while (dialogOf()?.open) await Promise.resolve()
      modal.open({ view })
      expect(told).not.toHaveBeenCalled()
      await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
      expect(modal.getState().open).toBe(true)
      await expect.poll(() => dialogOf()?.open).toBe(true)
    }
  })

  it('behavior: what was refused stays, shakes, and survives that a browser closes dialogs by force', async () => {
    const app = await setUp()
    await connect(app.config, { connector: 'dev.latchkey.fake' })
    app.wallet.say({ chainId: 'eip155:5' })
    await expect.element(title('Network not supported')).toBeVisible()
    // Half a second later nothing of it is left to be seen.
    const shakes: (string | null)[] = []
    const look = new MutationObserver(() => shakes.push(dialogOf().getAttribute('data-shaking')))
    look.observe(dialogOf(), { attributeFilter: ['data-shaking'] })
    onTestFinished(() => look.disconnect())
    for (let attempt = 0; attempt < 3; attempt++) {
      await userEvent.keyboard('{Escape}')
      expect(app.modal.getState().open).toBe(true)
    }
    await vi.waitFor(() => expect(shakes).toContain('true'))
    dialogOf().close()
    await vi.waitFor(() => expect(dialogOf().matches(':modal')).toBe(true))
    await page.getByRole('button', { name: 'Close' }).click()
    expect(app.modal.getState().open).toBe(true)
    await vi.waitFor(() => expect(dialogOf().hasAttribute('data-shaking')).toBe(false))
  })

  it('[S2-01] moving between views changes neither the address nor the history of the page', async () => {
    const app = await setUp()
    const before = [location.href, history.length]
    await connectButton().click()
    await page.getByRole('button', { name: 'Fake Wallet' }).click()
    await vi.waitFor(() => expect(app.config.state.status).toBe('connected'))
    for (const view of [
      'Networks',
      'Account',
      'UnsupportedChain',
      'ProfileWallets',
      'WalletReceive',
      'WalletSend',
    ] as const) {
      app.modal.push({ view })
      await vi.waitFor(() => expect(dialogOf().dataset.view).toBe(view))
    }
    app.modal.back()
    app.modal.close()
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
    expect([location.href, history.length]).toEqual(before)
  })

  it('[S2-02] the back control walks the modal’s own history and is not there on the first view', async () => {
    const app = await setUp()
    app.modal.open({ view: 'Networks' })
    const back = page.getByRole('button', { name: 'Back' })
    await expect.element(title('Choose a network')).toBeVisible()
    await expect.element(back).not.toBeInTheDocument()
    app.modal.push({ view: 'UnsupportedChain' })
    app.modal.push({ view: 'Connect' })
    await expect.element(title('Connect a wallet')).toBeVisible()
    await back.click()
    await expect.element(title('Network not supported')).toBeVisible()
    await back.click()
    await expect.element(title('Choose a network')).toBeVisible()
    await expect.element(back).not.toBeInTheDocument()
  })

  it('[S2-24] going back from the first view closes', async () => {
    const app = await setUp()
    app.modal.open({ view: 'Networks' })
    await expect.element(dialog()).toBeVisible()
    app.modal.back()
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
  })

  it('[S2-25] who is connected comes back to the account, not to the wallets', async () => {
    const app = await setUp()
    await connectButton().click()
    app.modal.push({ view: 'Networks' })
    await connect(app.config, { connector: 'dev.latchkey.fake' })
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.element(dialog()).toHaveAttribute('data-view', 'Account')
  })

  it('behavior: opens at its full height, the second time too', async () => {
    const { modal } = await setUp()
    const height = (name: string) => document.querySelector<HTMLElement>(name)?.offsetHeight ?? 0
    for (const _ of ['first', 'second']) {
      modal.open()
      await vi.waitFor(() => expect(document.querySelector('dialog[open] .lk-view')).not.toBeNull())
      expect(height('.lk-content')).toBeGreaterThan(0)
      expect(height('.lk-height')).toBe(height('.lk-content'))
      modal.close()
      await vi.waitFor(() => expect(document.querySelector('.lk-view')).toBeNull())
    }
  })

  it('behavior: keeps the height that it opened with, to the fraction of a pixel', async () => {
    const { modal } = await setUp()
    modal.open()
    await vi.waitFor(() => expect(dialogOf().open).toBe(true))
    const box = document.querySelector('.lk-height') as HTMLElement
    const opened = box.getBoundingClientRect().height
    expect(opened % 1).not.toBe(0)
    await vi.waitFor(() => expect(box.style.height).not.toBe(''))
    expect(box.getBoundingClientRect().height).toBeCloseTo(opened, 2)
    expect(box.getAnimations()).toEqual([])
  })

  it('behavior: a view that is opened again is fresh, and the last one does not flash', async () => {
    const app = await setUp()
    app.wallet.switches.neverAnswer = true
    await connectButton().click()
    await page.getByRole('button', { name: 'Fake Wallet' }).click()
    await expect.element(page.getByText('Continue in Fake Wallet')).toBeVisible()
    app.modal.close()
    await vi.waitFor(() => expect(document.querySelector('.lk-view')).toBeNull())
    await vi.waitFor(() => expect(app.config.state.status).toBe('disconnected'))
    app.modal.open()
    await expect.element(title('Connect a wallet')).toBeVisible()
    expect(document.querySelector('.lk-notice')).toBeNull()
    expect(app.wallet.calls.filter((call) => call === 'connect')).toHaveLength(1)
  })

  it('behavior: the heading is read first in a new view', async () => {
    const app = await setUp()
    app.modal.open({ view: 'Networks' })
    await expect.element(title('Choose a network')).toBeVisible()
    app.modal.push({ view: 'Connect' })
    await vi.waitFor(() => expect(document.activeElement).toBe(title('Connect a wallet').element()))
  })

  it('behavior: a step back gives the focus to the control that it came from', async () => {
    const beta = createFakeConnector({ id: 'b', name: 'Beta' })
    beta.switches.neverAnswer = true
    const app = await setUp({ wallets: [createFakeConnector({ name: 'Alpha' }), beta] })
    app.modal.open()
    const row = page.getByRole('button', { name: 'Beta' })
    await expect.element(row).toBeVisible()
    ;(row.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Continue in Beta')).toBeVisible()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.element(row).toHaveFocus()
  })

  it('[S4-38] height changes in 150 ms', async () => {
    const app = await setUp()
    app.modal.open()
    await expect.element(dialog()).toBeVisible()
    const box = document.querySelector('.lk-height') as HTMLElement
    await vi.waitFor(() => expect(box.style.height).toMatch(/^[\d.]+px$/))
    const { transitionProperty, transitionDuration } = getComputedStyle(box)
    expect([transitionProperty, transitionDuration]).toEqual(['height', '0.15s'])
  })

  it('behavior: with reduced motion nothing moves', async () => {
    const session = cdp() as unknown as { send(method: string, parameters: object): Promise<unknown> }
    await session.send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    })
    try {
      const app = await setUp()
      app.modal.open({ view: 'Connect' })
      await expect.element(dialog()).toBeVisible()
      expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true)
      expect(getComputedStyle(document.querySelector('.lk-height') as Element).transitionProperty).toBe('none')
      // It goes on for as long as it is looked at.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      app.modal.shake()
      await expect.element(dialog()).toHaveAttribute('data-shaking')
      expect(getComputedStyle(document.querySelector('.lk-card') as Element).animationName).toBe('lk-pulse')
    } finally {
      vi.useRealTimers()
      await session.send('Emulation.setEmulatedMedia', { features: [] })
    }
  })

  it('behavior: on a phone it is a sheet at the bottom that stays within the screen', async () => {
    await page.viewport(390, 844)
    await setUp({
      children: <div style={{ blockSize: 2000 }} />,
      wallets: Array.from({ length: 40 }, (_, index) =>
        createFakeConnector({ id: `w${index}`, name: `Wallet ${index}` }),
      ),
    }).then((app) => app.modal.open())
    await expect.element(dialog()).toBeVisible()
    await vi.waitFor(() => {
      const card = document.querySelector('.lk-card')?.getBoundingClientRect()
      expect(card?.left).toBe(0)
      expect(card?.width).toBe(document.documentElement.clientWidth)
      expect(card?.bottom).toBe(window.innerHeight)
      expect(card?.top).toBeGreaterThan(0)
    })
  })

  it('behavior: the page behind does not move when its scrollbar goes, nor where it has none', async () => {
    for (const blockSize of [10, 4000]) {
      const app = await setUp({ children: <div data-testid="page" style={{ blockSize }} /> })
      const width = app.screen.container.clientWidth
      app.modal.open()
      await expect.element(dialog()).toBeVisible()
      expect(app.screen.container.clientWidth).toBe(width)
      await app.screen.unmount()
    }
  })

  it('behavior: a scrollbar that came while the modal was closed keeps its place too', async () => {
    const app = await setUp({ children: <div data-testid="page" style={{ blockSize: 10 }} /> })
    app.modal.open()
    await expect.element(dialog()).toBeVisible()
    expect(dialogOf().dataset.scrollbar).toBeUndefined()
    app.modal.close()
    await vi.waitFor(() => expect(dialogOf().open).toBe(false))
    page.getByTestId('page').element().setAttribute('style', 'block-size: 4000px')
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const width = app.screen.container.clientWidth
    app.modal.open()
    await expect.element(dialog()).toBeVisible()
    expect(app.screen.container.clientWidth).toBe(width)
    const hasScrollbar = window.innerWidth > document.documentElement.clientWidth
    expect(dialogOf().dataset.scrollbar).toBe(hasScrollbar ? 'true' : undefined)
  })

  it('error: a view that breaks does not take the page with it, and the next click works', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = await setUp({ strings: { viewNetworks: { not: 'a text' } as never } })
    app.modal.open({ view: 'Networks' })
    await vi.waitFor(() => expect(app.modal.getState().open).toBe(false))
    await connectButton().click()
    await expect.element(title('Connect a wallet')).toBeVisible()
  })
})
