import { fileURLToPath } from 'node:url'
import { type HostileKind, hostileKinds, hostileMark } from '@latchkey/devnet/wallet'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { useBrowser } from '../browser.js'
import { eventually } from '../eventually.js'

const { visit } = useBrowser()
let extension = ''

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { announceHostile } from '@latchkey/devnet/wallet'; globalThis.announceHostile = announceHostile`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    conditions: ['@latchkey/source'],
  })
  extension = outputFiles[0]?.text ?? ''
})

type Handle = { announceHostile(kind: HostileKind): () => void }
const announce = (page: Page, kind: HostileKind) =>
  page.evaluate((given) => {
    ;(globalThis as unknown as Handle).announceHostile(given)
  }, kind)

describe('hostile announcements', () => {
  it('of every kind: nothing of them runs, nothing is fetched, nothing breaks', async () => {
    const { page, home, modal, wallet, requests } = await visit({
      before: (context) => context.addInitScript(extension),
    })
    for (const kind of hostileKinds) {
      if (kind === 'crowd') continue
      await page.reload()
      await home.connectButton.waitFor()
      await announce(page, kind)
      await home.connectButton.click()
      await modal.button(wallet.name).waitFor()
      expect(await modal.dialog.locator('script, iframe, object, [onload], [onerror]').count(), kind).toBe(0)
      const sources = await modal.dialog
        .locator('img')
        .evaluateAll((list) => list.map((one) => one.getAttribute('src')))
      // The directory's own pictures come from the data API; what a wallet brings along is in its announcement.
      const ofOthers = sources.filter((source) => !source?.startsWith(`${inject('world').apiUrl}/getWalletImage/`))
      for (const source of ofOthers) expect(source, kind).toMatch(/^data:image\//)
      expect(await page.evaluate((mark) => mark in globalThis, hostileMark), kind).toBe(false)
    }
    expect(requests.map((request) => request.url()).filter((url) => /\.invalid|^javascript:/.test(url))).toEqual([])
  })

  it('a name with HTML is text, a second wallet of one name is not listed, and the good wallet still connects', async () => {
    const { page, home, modal, wallet } = await visit({ before: (context) => context.addInitScript(extension) })
    await home.connectButton.waitFor()
    await announce(page, 'duplicateRdns')
    await announce(page, 'htmlName')
    await home.connectButton.click()
    await modal.button('First of two').click()
    await modal.dialog.getByText('Could not connect').waitFor()
    await modal.backButton.click()
    await modal.button(wallet.name).waitFor()
    expect(await modal.dialog.getByText('Second of two').count()).toBe(0)
    await modal.button(wallet.name).click()
    await wallet.approve()
    await modal.shows('Account')
    await page.reload()
    await announce(page, 'htmlName')
    await home.accountButton.waitFor()
  })

  it('of 200 wallets: the list scrolls inside the modal, by key too, and each can be reached', async () => {
    const { page, home, modal } = await visit({ before: (context) => context.addInitScript(extension) })
    await home.connectButton.waitFor()
    await announce(page, 'crowd')
    await home.connectButton.click()
    await modal.button('Wallet 1').waitFor()
    await eventually(() => modal.dialog.getByRole('button', { name: /^Wallet \d+$/ }).count()).toBe(200)
    const box = await modal.dialog.boundingBox()
    expect(box?.height).toBeLessThanOrEqual(800)
    await modal.button('Wallet 200').focus()
    await eventually(() =>
      modal.button('Wallet 200').evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight),
    ).toBe(true)
    await page.keyboard.press('Enter')
    await modal.dialog.getByText('Could not connect').waitFor()
  })
})
