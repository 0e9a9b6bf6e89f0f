// Pictures of every view and state, at both sizes, light and dark, into `.reports/screens/`:
// and once more in forced colours, with text of 200 % and from right to left:
//   npx tsx --conditions=@latchkey/source e2e/screens.ts [desktop|phone] [light|dark|forced|large|rtl]
import { mkdirSync } from 'node:fs'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { browserArgs } from '../tools/browser.mjs'
import { openVisit, sizes } from './browser.js'
import { emailTour } from './emailTour.js'
import { familyTour } from './familyTour.js'
import { holdingTour } from './holdingTour.js'
import { moneyTour } from './moneyTour.js'
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
const looks = ['forced', 'large', 'rtl'] as const

const { world, stop } = await startWorld()
const browser = await chromium.launch({ executablePath: world.browser, args: browserArgs })
try {
  for (const size of widths.filter((name) => isWanted(name, widths))) {
    for (const colorScheme of schemes.filter((name) => isWanted(name, schemes))) {
      const folder = `.reports/screens/${sizes[size].width}-${colorScheme}`
      mkdirSync(folder, { recursive: true })
      let count = 0
      const keep =
        (own: Page) =>
        async (state: string, page = own) => {
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
      const money = await openVisit(browser, world, { size, colorScheme, reducedMotion: true })
      await moneyTour(money, keep(money.page))
      await money.context.close()
      const holding = await openVisit(browser, world, { size, colorScheme, reducedMotion: true })
      await holdingTour(holding, keep(holding.page))
      await holding.context.close()
      const email = await openVisit(browser, world, { size, colorScheme, reducedMotion: true })
      const facts = { email: `screens-${size}-${colorScheme}@mail.example`, inboxUrl: world.inboxUrl }
      await emailTour(email, keep(email.page), facts)
      await email.context.close()
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
    for (const name of looks.filter((one) => isWanted(one, [...schemes, ...looks]))) {
      const folder = `.reports/screens/${sizes[size].width}-${name}`
      mkdirSync(folder, { recursive: true })
      let count = 0
      const site = await openVisit(browser, world, {
        size,
        reducedMotion: true,
        before: (context) => dress(context, name),
      })
      if (name === 'forced') await site.page.emulateMedia({ forcedColors: 'active' })
      await tour(site, async (state) => {
        count += 1
        await site.page.screenshot({
          path: `${folder}/${String(count).padStart(2, '0')}-${state.replaceAll(' ', '-')}.png`,
        })
      })
      await site.context.close()
      console.log(`${folder}: ${count} pictures`)
    }
  }
} finally {
  await browser.close()
  await stop()
}

/** Has a page be read from right to left, or with letters twice as large. */
async function dress(context: BrowserContext, look: (typeof looks)[number]): Promise<void> {
  await context.addInitScript((look) => {
    addEventListener('DOMContentLoaded', () => {
      if (look === 'rtl') document.documentElement.dir = 'rtl'
      if (look === 'large') document.documentElement.style.fontSize = '200%'
    })
  }, look)
}
