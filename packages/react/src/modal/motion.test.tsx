import { createFakeConnector, createFakePairing } from '@latchkey/core/testing'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { accountModal } from '../../test/accountModal.js'
import { directoryUrl, serveDirectory } from '../../test/directory.js'
import { ada, embeddedModal } from '../../test/embeddedModal.js'
import { expectSmooth, expectStill, film, heightsOf } from '../../test/film.js'
import { dialogOf, setUp } from '../../test/setUp.js'

const sizes = [
  ['desktop', 1280, 800],
  ['phone', 390, 844],
] as const
const button = (name: string) => page.getByRole('button', { name, exact: true })
const placeOf = (name: string) => {
  const { left, top, width, height } = button(name).element().getBoundingClientRect()
  return [left + width / 2, top + height / 2] as const
}
/** Presses whatever is at a place, as a mouse does. */
const pressAt = ([x, y]: readonly [number, number]) => (document.elementFromPoint(x, y) as HTMLElement | null)?.click()

afterEach(() => page.viewport(1280, 800))

describe('the card', () => {
  it.each(sizes)('behavior: changes its height once for each view, and is never empty, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const { modal } = await accountModal()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    for (const view of ['WalletReceive', 'Networks', 'ProfileWallets', 'WalletSend', 'AllWallets'] as const) {
      for (const act of [() => modal.push({ view }), () => modal.back()]) {
        const frames = await film(act, [], 600)
        expectSmooth(frames)
        expect([view, heightsOf(frames).length <= 2, ...heightsOf(frames)].slice(0, 2)).toEqual([view, true])
        if (w > h) expectStill(frames, 'Close')
      }
    }
  })

  it.each(sizes)('behavior: nothing leaves its place in the account when data comes late, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    let arrive = () => {}
    const until = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const tokens = Array.from({ length: 12 }, (__, at) => ({
      name: `Token ${at}`,
      symbol: `T${at}`,
      chainId: 'eip155:1',
      price: 1,
      quantity: { decimals: '18', numeric: `${at + 1}` },
      iconUrl: '',
      address: `eip155:1:0x${String(at).padStart(40, '0')}`,
    }))
    const { modal } = await accountModal({ until, balances: tokens as never })
    await expect.element(button('Disconnect')).toBeVisible()
    await film(() => {})
    const disconnect = placeOf('Disconnect')
    const frames = await film(async () => {
      arrive()
      await expect.element(page.getByText('Token 11')).toBeInTheDocument()
    }, ['Disconnect'])
    expectSmooth(frames)
    expectStill(frames, 'Close', 'Disconnect')
    expect(heightsOf(frames)).toHaveLength(1)
    expect(placeOf('Disconnect')).toEqual(disconnect)
    modal.push({ view: 'Networks' })
    await expect.element(button('Back')).toBeVisible()
  })

  it.each(sizes)('behavior: the settings are as high as with what comes late, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const device = { id: 'a', name: 'Chrome on Linux', lastSeenAt: Date.now(), isThis: true }
    const app = await embeddedModal({ as: ada, security: { restorers: ['operator'], devices: [device] } })
    const { getSecurity } = app.embedded
    let arrive = () => {}
    const late = new Promise<void>((resolve) => {
      arrive = resolve
    })
    app.embedded.getSecurity = async () => {
      await late
      return getSecurity()
    }
    app.modal.open({ view: 'Account' })
    await expect.element(button('Disconnect')).toBeVisible()
    const there = await film(() => app.modal.push({ view: 'AccountSettings' }), [], 600)
    expectSmooth(there)
    const frames = await film(async () => {
      arrive()
      await expect.element(page.getByText('Devices')).toBeVisible()
    }, ['Security and recovery'])
    expectSmooth(frames)
    expectStill(frames, 'Close', 'Back', 'Security and recovery')
    expect([...heightsOf(there), ...heightsOf(frames).slice(1)].length).toBeLessThanOrEqual(2)
  })

  it.each([
    ['Close', 'desktop', 1280, 800],
    ['Back', 'desktop', 1280, 800],
    ['Close', 'phone', 390, 844],
    ['Back', 'phone', 390, 844],
  ] as const)('behavior: a press where %s was is taken while data arrives, on a %s', async (name, _, w, h) => {
    await page.viewport(w, h)
    let arrive = () => {}
    const until = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { modal } = await accountModal({ route: { view: 'Networks' }, until })
    modal.push({ view: 'Account' })
    await expect.element(button('Disconnect')).toBeVisible()
    await film(() => {})
    const place = placeOf(name)
    arrive()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    pressAt(place)
    if (name === 'Close') expect(modal.getState().open).toBe(false)
    else expect(modal.getState().stack.map(({ view }) => view)).toEqual(['Networks'])
  })

  it('behavior: on a desktop Close and Back are pressed in the middle of a change of views', async () => {
    const { modal } = await accountModal()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    const close = placeOf('Close')
    modal.push({ view: 'Networks' })
    await expect.element(button('Back')).toBeVisible()
    const back = placeOf('Back')
    const frames = await film(async () => {
      modal.push({ view: 'ProfileWallets' })
      await new Promise(requestAnimationFrame)
      pressAt(back)
    })
    expectSmooth(frames)
    expect(modal.getState().stack.map(({ view }) => view)).toEqual(['Account', 'Networks'])
    modal.push({ view: 'WalletReceive' })
    await new Promise(requestAnimationFrame)
    pressAt(close)
    expect(modal.getState().open).toBe(false)
  })

  it.each(sizes)('behavior: the field of all wallets stays in its place while one types, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    serveDirectory()
    const pairing = createFakePairing()
    const api = { url: directoryUrl, projectId: 'p' }
    const { modal } = await setUp({ wallets: [createFakeConnector()], connectors: [pairing.create], api, debug: false })
    modal.open({ view: 'AllWallets' })
    await expect.element(page.getByText('Wallet 39')).toBeInTheDocument()
    await film(() => {})
    const frames = await film(async () => {
      await userEvent.type(page.getByRole('searchbox'), '99')
      await expect.element(page.getByText('Wallet 99')).toBeVisible()
    })
    expectSmooth(frames)
    expectStill(frames, 'Close')
    expect(heightsOf(frames)).toHaveLength(1)
    expect(new Set(frames.map(({ top }) => top)).size).toBe(1)
  })

  it('behavior: what is turned back on the way comes back without a leap', async () => {
    const { modal } = await accountModal()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    const frames = await film(
      async () => {
        modal.push({ view: 'Networks' })
        await new Promise((resolve) => setTimeout(resolve, 220))
        modal.back()
        await new Promise((resolve) => setTimeout(resolve, 60))
        modal.push({ view: 'WalletReceive' })
      },
      [],
      600,
    )
    expectSmooth(frames)
    expectStill(frames, 'Close')
    await expect.element(page.getByText('Copy address')).toBeVisible()
  })

  it('behavior: with reduced motion the height changes at once, and content only by its opacity', async () => {
    const session = cdp() as unknown as { send(method: string, parameters: object): Promise<unknown> }
    const reduce = (features: readonly object[]) => session.send('Emulation.setEmulatedMedia', { features })
    await reduce([{ name: 'prefers-reduced-motion', value: 'reduce' }])
    onTestFinished(() => void reduce([]))
    const { modal } = await accountModal()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    const frames = await film(() => modal.push({ view: 'Networks' }), [], 600)
    expect(frames.filter(({ isMoving, isFilled }) => isMoving || !isFilled)).toEqual([])
    expect(heightsOf(frames)).toHaveLength(2)
    expectStill(frames, 'Close')
    const moving = dialogOf().getAnimations({ subtree: true })
    expect(moving.filter((one) => (one as CSSTransition).transitionProperty === 'height')).toEqual([])
  })

  it('behavior: a tab is never without content', async () => {
    await accountModal()
    await expect.element(page.getByText('Test USD Coin')).toBeVisible()
    const frames = await film(() => page.getByRole('tab', { name: 'NFTs' }).click(), ['Disconnect'])
    expectSmooth(frames)
    expectStill(frames, 'Close', 'Disconnect')
  })

  it.each(sizes)(
    'behavior: the wallet’s frame finds a card of its size, which stays in sight, on a %s',
    async (_, w, h) => {
      await page.viewport(w, h)
      const app = await embeddedModal({ as: ada })
      app.modal.open({ view: 'Account' })
      app.modal.push({ view: 'AccountSettings' })
      await expect.element(page.getByText('Who can restore this wallet')).toBeVisible()
      await film(() => {}, [], 600)
      // As the connector puts it into the page.
      const frame = document.createElement('dialog')
      frame.dataset.latchkeyFrame = ''
      frame.style.cssText = 'pointer-events: none; opacity: 0'
      document.body.append(frame)
      onTestFinished(() => frame.remove())
      const [before] = heightsOf(await film(() => {}))
      const there = await film(() => frame.showModal())
      const back = await film(() => frame.close())
      expectSmooth(there)
      expectSmooth(back)
      expect([heightsOf(there).at(-1), heightsOf(back).at(-1)]).toEqual([600, before])
      if (w > h) expectStill([...there, ...back], 'Close', 'Back')
    },
  )
})
