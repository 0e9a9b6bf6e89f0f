import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { PNG } from 'pngjs'
import { expect, inject, it, onTestFinished } from 'vitest'
import { browserArgs, findBrowser } from '../tools/browser.mjs'
import { openVisit, useBrowser } from './browser.js'
import { connect } from './steps.js'

const { visit } = useBrowser()
const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** A film of one picture in the middle of a grey one, as Chromium takes it in the place of a camera. */
function film(picture: Buffer): Buffer {
  const [width, height] = [640, 480]
  const { data, width: own, height: tall } = PNG.sync.read(picture)
  const bright = Buffer.alloc(width * height, 128)
  const [left, top] = [Math.floor((width - own) / 2), Math.floor((height - tall) / 2)]
  for (let y = 0; y < tall; y++)
    for (let x = 0; x < own; x++) bright[(top + y) * width + left + x] = data[(y * own + x) * 4 + 1] ?? 0
  const grey = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), bright, grey])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

/** The headless shell refuses every camera, a made one too. */
async function hasCamera(browser: Browser): Promise<boolean> {
  const context = await browser.newContext({ permissions: ['camera'] })
  const page = await context.newPage()
  await page.goto(inject('world').appUrl)
  const found = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ video: true }).then(
      (stream) => {
        for (const track of stream.getTracks()) track.stop()
        return true
      },
      () => false,
    ),
  )
  await context.close()
  return found
}

it('what Receive asks for by its code is what the camera of another browser fills into Send', async ({ skip }) => {
  const asking = await visit()
  await connect(asking, { keepOpen: true })
  await asking.modal.button('Receive').click()
  await asking.modal.button('Ask for an amount').click()
  await asking.modal.dialog.getByRole('textbox', { name: 'Amount to ask for' }).fill('0.25')
  const code = asking.modal.dialog.getByRole('img', { name: `QR code that asks for 0.25 ETH to the address ${owner}` })
  const picture = await code.screenshot({ animations: 'disabled' })

  const dir = mkdtempSync(join(tmpdir(), 'latchkey-scan-'))
  const file = join(dir, 'code.y4m')
  writeFileSync(file, film(picture))
  const args = [...browserArgs, '--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${file}`]
  const found = await findBrowser({ install: false, windows: true })
  const browser = await chromium.launch({ executablePath: found?.path ?? inject('world').browser, args })
  onTestFinished(async () => {
    await browser.close()
    rmSync(dir, { recursive: true, force: true })
  })
  if (!(await hasCamera(browser))) skip('this build of Chromium has no camera')
  const paying = await openVisit(browser, inject('world'), {
    before: (context) => context.grantPermissions(['camera', 'clipboard-read', 'clipboard-write']),
  })
  const { modal, problems } = paying
  await connect(paying, { keepOpen: true })
  await modal.button('Send').click()
  await modal.button('Scan').click()
  await modal.shows('Send')
  await modal.dialog.getByText(/^Filled in from the payment link: the address and 0\.25 ETH on /).waitFor()
  expect(await modal.dialog.getByRole('textbox', { name: 'To' }).inputValue()).toBe(owner)
  expect(await modal.dialog.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('0.25')
  expect(problems).toEqual([])
})
