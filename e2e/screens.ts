// Pictures of every view and state, at both sizes, light and dark, into `.reports/screens/`:
//   npx tsx --conditions=@latchkey/source e2e/screens.ts [desktop|phone] [light|dark]
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { browserArgs } from '../tools/browser.mjs'
import { openVisit, sizes } from './browser.js'
import { familyTour } from './familyTour.js'
import { asPhone, phoneTour } from './phoneTour.js'
import { settle } from './settle.js'
import { startWorld } from './setup.js'
import { connectApp } from './steps.js'
import { tour } from './tour.js'

const wanted = process.argv.slice(2)
const isWanted = (name: string, all: readonly string[]) =>
  !wanted.some((one) => all.includes(one)) || wanted.includes(name)
const schemes = ['light', 'dark'] as const
const widths = ['desktop', 'phone'] as const

const { world, stop } = await startWorld()
const browser = await chromium.launch({ executablePath: world.browser, args: browserArgs })
try {
  for (const size of widths.filter((name) => isWanted(name, widths))) {
    for (const colorScheme of schemes.filter((name) => isWanted(name, schemes))) {
      const folder = `.reports/screens/${sizes[size].width}-${colorScheme}`
      mkdirSync(folder, { recursive: true })
      let count = 0
      const keep = (page: Awaited<ReturnType<typeof openVisit>>['page']) => async (state: string) => {
        count += 1
        const name = `${String(count).padStart(2, '0')}-${state.replaceAll(' ', '-')}`
        await page.screenshot({ path: `${folder}/${name}.png`, fullPage: state.startsWith('page') })
      }
      const site = await openVisit(browser, world, { size, colorScheme, reducedMotion: true })
      await tour(site, keep(site.page))
      await site.context.close()
      const elsewhere = size === 'phone' ? asPhone() : { size }
      const other = await openVisit(browser, world, { ...elsewhere, colorScheme, reducedMotion: true })
      await phoneTour(other, keep(other.page))
      await other.context.close()
      const families = await openVisit(browser, world, { size, colorScheme, reducedMotion: true, families: true })
      await familyTour(families, keep(families.page))
      await families.context.close()
      const app = await openVisit(browser, world, { size, colorScheme, reducedMotion: true, app: { oneChain: true } })
      await connectApp(app)
      await app.wallet.selectChain(31338)
      await app.modal.button('Disconnect').waitFor()
      await settle(app.page)
      await keep(app.page)('UnsupportedChain')
      await app.context.close()
      console.log(`${folder}: ${count} pictures`)
    }
  }
} finally {
  await browser.close()
  await stop()
}
