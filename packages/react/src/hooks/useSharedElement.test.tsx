import { connect } from '@latchkey/core'
import { createFakeConnector, createFakePairing } from '@latchkey/core/testing'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { base, mainnet } from '../../test/chains.js'
import { directoryUrl, entries, serveDirectory } from '../../test/directory.js'
import { expectSmooth, expectStill, film, heightsOf } from '../../test/film.js'
import { makeConfig, setUp } from '../../test/setUp.js'

const sizes = [
  ['desktop', 1280, 800],
  ['phone', 390, 844],
] as const
const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="teal"/></svg>')}`
const row = (name: string | RegExp) => page.getByRole('button', { name })
const view = (name: string) => expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', name)
const flying = '.lk-notice .lk-picture, .lk-qr-mark .lk-picture'

type Place = readonly [x: number, y: number, width: number]
const placeOf = (element: Element | null | undefined): Place => {
  const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect()
  return [x + width / 2, y + height / 2, width]
}
const distance = ([x, y]: Place, [x2, y2]: Place) => Math.hypot(x - x2, y - y2)

/** Where a picture is in each frame that has it, and whether it is on its way. */
async function follow(find: () => Element | null | undefined, act: () => unknown, rest = 700) {
  const places: { place: Place; isFlying: boolean }[] = []
  let isOver = false
  const look = () => {
    const element = find()
    if (element) places.push({ place: placeOf(element), isFlying: element.getAnimations().length > 0 })
    if (!isOver) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  const frames = await film(act, [], rest)
  isOver = true
  return { places, frames }
}

async function wallets() {
  serveDirectory(entries(40))
  const pairing = createFakePairing()
  const wallet = createFakeConnector({ name: 'Anchor', rdns: 'com.anchor', icon, autoApprove: false })
  const config = makeConfig({
    wallets: [wallet],
    connectors: [pairing.create],
    api: { url: directoryUrl, projectId: 'p' },
    debug: false,
  })
  return setUp({ config })
}
const pictureOf = (name: RegExp) => row(name).element().querySelector('.lk-picture')

afterEach(() => page.viewport(1280, 800))

describe('the picture of a network', () => {
  it.each(sizes)('behavior: goes from its row to where the switch is waited for, on a %s', async (_, w, h) => {
    await page.viewport(w, h)
    const { config, modal, wallet } = await setUp({ chains: [mainnet, base], debug: false })
    await connect(config, { connector: 'dev.latchkey.fake' })
    wallet.switches.neverAnswer = true
    modal.open({ view: 'Networks' })
    await expect.element(row('Base')).toBeVisible()
    await film(() => {})
    const start = placeOf(row('Base').element().querySelector('.lk-picture'))
    const { places, frames } = await follow(
      () => document.querySelector(flying),
      () => (row('Base').element() as HTMLElement).click(),
    )
    const end = places.at(-1)?.place ?? start
    expect(places.some(({ isFlying }) => isFlying)).toBe(true)
    expect(distance(places[0]?.place ?? end, start)).toBeLessThan(distance(start, end) / 2)
    expect(end[2]).toBe(64)
    expectSmooth(frames)
  })
})

describe('the picture of a wallet', () => {
  it('behavior: comes from where its row was when it was pressed', async () => {
    const { modal } = await wallets()
    modal.open()
    await expect.element(row(/^Wallet 0/)).toBeVisible()
    await film(() => {})
    const start = placeOf(pictureOf(/^Anchor/))
    const { places } = await follow(
      () => document.querySelector(flying),
      () => userEvent.click(row(/^Anchor/)),
    )
    const end = places.at(-1)?.place ?? start
    expect(distance(places[0]?.place ?? end, start)).toBeLessThan(distance(start, end) / 2)
  })

  it.each(sizes)(
    'behavior: comes from its row to where the wallet is waited for, and back, on a %s',
    async (_, w, h) => {
      await page.viewport(w, h)
      const { modal } = await wallets()
      modal.open()
      await expect.element(row(/^Wallet 0/)).toBeVisible()
      await film(() => {})
      const start = placeOf(pictureOf(/^Anchor/))
      const there = await follow(
        () => document.querySelector(flying),
        () => (row(/^Anchor/).element() as HTMLElement).click(),
      )
      const end = there.places.at(-1)?.place ?? start
      expect(there.places.some(({ isFlying }) => isFlying)).toBe(true)
      expect(there.places.at(-1)?.isFlying).toBe(false)
      expect(distance(there.places[0]?.place ?? end, start)).toBeLessThan(distance(start, end) / 2)
      expect(end[2]).toBe(64)
      expectSmooth(there.frames)
      expect(heightsOf(there.frames).length).toBeLessThanOrEqual(2)
      if (w > h) expectStill(there.frames, 'Close')

      const back = await follow(() => {
        const one = row(/^Anchor/).query()
        return one?.querySelector('.lk-picture')
      }, modal.back)
      // While it leaves, the view before has no such row.
      const flown = back.places.filter(({ isFlying }) => isFlying)
      expect(distance(flown[0]?.place ?? start, end)).toBeLessThan(distance(start, end) / 2)
      expect(distance(back.places.at(-1)?.place ?? end, start)).toBeLessThan(2)
      expectSmooth(back.frames)
    },
  )

  it('behavior: turns around where it is when somebody goes back on the way', async () => {
    const { modal } = await wallets()
    modal.open()
    await expect.element(row(/^Wallet 0/)).toBeVisible()
    await film(() => {})
    const start = placeOf(pictureOf(/^Anchor/))
    let turned: Place | undefined
    const { places } = await follow(
      () =>
        row(/^Anchor/)
          .query()
          ?.querySelector('.lk-picture'),
      async () => {
        ;(row(/^Anchor/).element() as HTMLElement).click()
        await expect.poll(() => document.querySelector(flying)?.getAnimations().length ?? 0, { interval: 5 }).toBe(1)
        for (const animation of document.querySelector(flying)?.getAnimations() ?? []) {
          animation.pause()
          animation.currentTime = 60
        }
        turned = placeOf(document.querySelector(flying))
        modal.back()
      },
    )
    const flown = places.filter(({ isFlying }) => isFlying)
    expect(distance(flown[0]?.place ?? start, turned ?? start)).toBeLessThan(distance(turned ?? start, start) / 2)
    expect(distance(places.at(-1)?.place ?? [0, 0, 0], start)).toBeLessThan(2)
  })

  it('behavior: goes on to the middle of the code, which is not there yet', async () => {
    const { modal } = await wallets()
    modal.open({ view: 'AllWallets' })
    await expect.element(row(/^Wallet 3$/)).toBeVisible()
    await film(() => {})
    const start = placeOf(pictureOf(/^Wallet 3$/))
    const { places, frames } = await follow(
      () => document.querySelector(flying),
      async () => {
        ;(row(/^Wallet 3$/).element() as HTMLElement).click()
        await view('ConnectingWalletConnect')
      },
    )
    const card = placeOf(document.querySelector('.lk-qr-card'))
    const end = places.at(-1)?.place ?? start
    expect(distance(places[0]?.place ?? end, start)).toBeLessThan(distance(start, end) / 2)
    expect(distance(end, card)).toBeLessThan(1)
    expectSmooth(frames)
  })

  it('behavior: stays where it is in reduced motion, and in a list that somebody goes to from another list', async () => {
    const { modal } = await wallets()
    modal.open()
    await expect.element(row(/^Wallet 0/)).toBeVisible()
    const lists = await follow(
      () =>
        row(/^Wallet 0/)
          .query()
          ?.querySelector('.lk-picture'),
      () => modal.push({ view: 'AllWallets' }),
    )
    expect(lists.places.some(({ isFlying }) => isFlying)).toBe(false)
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
    })
    onTestFinished(async () => {
      await cdp().send('Emulation.setEmulatedMedia', { features: [] })
    })
    modal.back()
    await expect.element(row(/^Anchor/)).toBeVisible()
    const calm = await follow(
      () => document.querySelector(flying),
      () => (row(/^Anchor/).element() as HTMLElement).click(),
    )
    expect(calm.places.length).toBeGreaterThan(0)
    expect(calm.places.some(({ isFlying }) => isFlying)).toBe(false)
  })
})
