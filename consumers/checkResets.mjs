// Tailwind's preflight and Bootstrap's reboot on a page: the buttons and the modal look as on a bare one.
import { join } from 'node:path'
import { runIn } from './installApp.mjs'
import { wallet } from './openBrowser.mjs'
import { serve } from './serve.mjs'
import { must } from './steps.mjs'

const sheets = ['tailwind', 'bootstrap']

/** What shows nothing of itself on our elements, or says the same twice. */
const unseen =
  /^(appearance|tab-size|text-size-adjust|border-.*-(style|color)|border-(block|inline)-.*|.*-origin|unicode-bidi|zoom)$/

/** What a card looks like is compared in each of these states, reached one after the other. */
const steps = {
  'page, connect': async (page) => {
    await page.locator('.lk-connect-button').click()
    await page.getByRole('dialog').getByRole('button', { name: wallet.name }).waitFor()
  },
  account: async (page) => {
    await page.getByRole('dialog').getByRole('button', { name: wallet.name }).click()
    await page.getByRole('tab', { name: 'Tokens' }).waitFor()
    await page.locator('.lk-tabpanel .lk-notice').waitFor()
  },
  receive: async (page) => {
    await page.getByRole('button', { name: 'Receive' }).click()
    await page.locator('.lk-modal [role=img] path, .lk-modal svg[viewBox] path').first().waitFor()
    await page.getByRole('heading', { name: 'Receive' }).waitFor()
  },
  networks: async (page) => {
    await page.getByRole('button', { name: 'Close' }).click()
    await page.locator('.lk-network-button').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Base' }).waitFor()
  },
}

/** Compares every computed property of each of our elements with the bare page's. */
export async function checkResets({ folder, browser }) {
  const place = join(folder, 'resets')
  runIn(place, 'npx', ['vite', 'build', '--logLevel', 'warn'])
  const server = await serve(join(place, 'dist'))
  try {
    const bare = await lookThrough(browser, `${server.url}?css=none`)
    const complaints = []
    for (const sheet of sheets) {
      const dressed = await lookThrough(browser, `${server.url}?css=${sheet}`)
      for (const step of Object.keys(steps))
        complaints.push(...differences(`${sheet}, ${step}`, bare[step], dressed[step]))
    }
    must(complaints.length === 0, `A page's reset changes our look:\n  ${complaints.slice(0, 60).join('\n  ')}`)
  } finally {
    await server.close()
  }
  return [`each computed style as on a bare page, under ${sheets.join(' and ')}`]
}

async function lookThrough(browser, url) {
  const visit = await browser.visit(url, { reducedMotion: 'reduce' })
  try {
    const looks = {}
    for (const [name, act] of Object.entries(steps)) {
      await act(visit.page)
      await visit.page.mouse.move(2, 2)
      await visit.page.waitForFunction(() =>
        document
          .getAnimations()
          .every(({ playState, effect }) => playState !== 'running' || effect.getTiming().iterations === Infinity),
      )
      looks[name] = await visit.page.evaluate(readStyles)
    }
    return looks
  } finally {
    await visit.close()
  }
}

/** In the page: the computed style of each of our elements, by its place in the tree. */
function readStyles() {
  const ours = document.querySelectorAll(
    ':is(.lk-connect-button, .lk-account-button, .lk-network-button, .lk-modal, .lk-card *)',
  )
  return [...ours].map((element) => {
    const style = getComputedStyle(element)
    const name = `${element.localName}${element.getAttribute('class') ? `.${element.getAttribute('class')}` : ''}`
    return {
      name,
      style: Object.fromEntries([...style].map((property) => [property, style.getPropertyValue(property)])),
    }
  })
}

function differences(where, bare, dressed) {
  const names = (elements) => elements.map(({ name }) => name).join(' ')
  if (names(bare) !== names(dressed)) return [`${where}: other elements than on the bare page: ${names(dressed)}`]
  return bare.flatMap(({ name, style }, at) =>
    Object.entries(style)
      .filter(([property, wanted]) => !unseen.test(property) && dressed[at].style[property] !== wanted)
      .map(
        ([property, wanted]) =>
          `${where}, ${name}, ${property}: wanted ${wanted}, found ${dressed[at].style[property]}`,
      ),
  )
}
