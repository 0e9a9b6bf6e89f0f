// The look of the button and the modal in an app, whatever its bundler made of the stylesheet: colours, corners and type as
// docs/theming.md has them, and the pixels that come of it.
import { comparePixels, installPixels, readPixels } from './pixels.mjs'
import { readThemeDefaults } from './readme.mjs'
import { must, mustBeQuiet } from './steps.mjs'

/**
 * What is looked at. A value is a documented variable, or a function of what the page itself has.
 * `at` is where an element shows its ground and nothing else, as parts of its width and height.
 */
const elements = [
  {
    name: 'connect button',
    selector: '.lk-connect-button',
    isOnPage: true,
    styles: {
      'background-color': '--lk-accent',
      color: '--lk-on-accent',
      'border-top-left-radius': '--lk-radius-button',
      'font-weight': '--lk-weight-strong',
      'font-family': 'page',
    },
    at: [0.06, 0.5],
  },
  {
    name: 'card',
    selector: '.lk-card',
    styles: {
      'background-color': '--lk-ground',
      color: '--lk-text',
      'border-top-left-radius': '--lk-radius',
      'font-weight': '--lk-weight',
      'font-family': 'page',
      width: '--lk-width',
    },
    at: [0.02, 0.5],
  },
  { name: 'title', selector: '.lk-card h2', styles: { color: '--lk-text', 'font-weight': '--lk-weight-strong' } },
  {
    name: 'wallet row',
    selector: '.lk-card .lk-row',
    styles: { 'background-color': '--lk-raised', color: '--lk-text', 'border-top-left-radius': '--lk-radius-row' },
    at: [0.02, 0.5],
  },
  { name: 'close button', selector: '.lk-card .lk-icon-button', styles: { color: '--lk-text-soft' } },
  { name: 'scrim', selector: '.lk-modal', pseudo: '::backdrop', styles: { 'background-color': '--lk-backdrop' } },
]

/** What has a line of its own where the system sets the colours, since grounds and shadows are gone there. */
const outlined = ['.lk-connect-button', '.lk-card', '.lk-card .lk-row']

const onPage = elements.filter(({ isOnPage }) => isOnPage)
const inModal = elements.filter(({ isOnPage }) => !isOnPage)
const viewport = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }
const other = { light: 'dark', dark: 'light' }

/**
 * Opens the modal of an app in each scheme and compares what is seen with what is documented.
 *
 * @param {{ app: string, url: string, browser: object, references: Map<string, Buffer> }} options `references` keeps the card
 *   of the first app that is looked at, by scheme; every later one is compared with it.
 * @throws An error that lists each difference with app, scheme, element, wanted and found.
 */
export async function checkLooks({ app, url, browser, references }) {
  const complaints = []
  for (const scheme of ['light', 'dark']) {
    const visit = await browser.visit(url, { colorScheme: scheme, reducedMotion: 'reduce', viewport })
    try {
      const found = await lookAt(visit.page, scheme, references)
      complaints.push(...found.map((complaint) => `${app}, ${complaint}`))
      await visit.page.setViewportSize(phone)
      await visit.page.reload()
      const small = await lookAtPhone(visit.page, scheme)
      complaints.push(...small.map((complaint) => `${app}, ${scheme} at 390 px, ${complaint}`))
      await visit.page.emulateMedia({ forcedColors: 'active' })
      for (const size of [phone, viewport]) {
        await visit.page.setViewportSize(size)
        await untilStill(visit.page)
        const drawn = await visit.page.evaluate(compareForced, outlined)
        complaints.push(...drawn.map((text) => `${app}, ${scheme} at ${size.width} px in forced colours, ${text}`))
      }
      mustBeQuiet(visit, `${app}, ${scheme}`)
    } finally {
      await visit.close()
    }
  }
  must(complaints.length === 0, `The look differs from docs/theming.md:\n  ${complaints.join('\n  ')}`)
}

async function lookAt(page, scheme, references) {
  await installPixels(page)
  await page.locator('.lk-connect-button').waitFor()
  const before = await page.screenshot()
  const complaints = await comparePoints(page, scheme, onPage, before)
  await openModal(page)
  const after = await page.screenshot()
  complaints.push(...(await compareStyles(page, scheme)))
  complaints.push(...(await comparePoints(page, scheme, inModal, after)))
  complaints.push(...(await compareScrim(page, scheme, before, after)))

  const card = await page.locator('.lk-card').screenshot()
  const reference = references.get(scheme)
  if (!reference) {
    if (complaints.length === 0) references.set(scheme, card)
  } else {
    const share = await comparePixels(page, reference, card)
    if (share > 0.01)
      complaints.push(`card's screenshot: ${(share * 100).toFixed(1)} % of its pixels differ from the first app's`)
  }
  // The provider's themeMode sets this attribute, and then the system's scheme does not count.
  await page.evaluate((mode) => {
    for (const element of document.querySelectorAll('[data-lk-theme]')) element.dataset.lkTheme = mode
  }, other[scheme])
  await untilStill(page)
  const forced = await compareStyles(page, other[scheme])
  const named = (state) => (complaint) => `${state}, ${complaint}`
  return [...complaints.map(named(scheme)), ...forced.map(named(`${other[scheme]} by themeMode in a ${scheme} system`))]
}

/** The card is as wide as a phone's screen; all else is the same. */
async function lookAtPhone(page, scheme) {
  await openModal(page)
  return compareStyles(page, scheme, ['width'])
}

async function openModal(page) {
  await page.locator('.lk-connect-button').click()
  await page.locator('.lk-modal[open] .lk-row').first().waitFor()
  // The pointer rests on nothing that changes under it.
  await page.mouse.move(2, 2)
  await untilStill(page)
}

async function compareStyles(page, scheme, except = []) {
  const defaults = readThemeDefaults()
  const complaints = []
  for (const { name, selector, pseudo, styles } of elements) {
    for (const [property, variable] of Object.entries(styles)) {
      if (except.includes(property)) continue
      const wanted = variable === 'page' ? undefined : defaults[variable]?.[scheme]
      must(variable === 'page' || wanted, `docs/theming.md has no ${scheme} value of ${variable}`)
      const [found, same, resolved] = await page.evaluate(compareStyle, { selector, pseudo, property, wanted })
      if (!same) complaints.push(`${name}, ${property}: wanted ${resolved}, found ${found}`)
    }
  }
  return complaints
}

/** In the page: the computed value of a property, and whether it is the wanted one (that of the body, without one). */
function compareStyle({ selector, pseudo, property, wanted }) {
  const element = document.querySelector(selector)
  const found = getComputedStyle(element, pseudo).getPropertyValue(property)
  const probe = document.body.appendChild(document.createElement('div'))
  if (wanted && !CSS.supports(property, wanted)) throw new Error(`docs/theming.md: "${wanted}" is no ${property}`)
  if (wanted) probe.style.setProperty(property, wanted)
  const resolved = getComputedStyle(probe).getPropertyValue(property)
  probe.remove()
  return [found, found === resolved, resolved]
}

/** In the page: each is drawn in the system's colours, with a line around it that can be seen. */
function compareForced(selectors) {
  const system = (name) => {
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.cssText = `forced-color-adjust: none; color: ${name}`
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }
  const texts = ['CanvasText', 'ButtonText', 'LinkText'].map(system)
  const grounds = ['Canvas', 'ButtonFace'].map(system)
  return selectors.flatMap((selector) => {
    const found = getComputedStyle(document.querySelector(selector))
    const complaints = []
    if (!texts.includes(found.color)) complaints.push(`${selector}: ${found.color} is no text colour of the system`)
    if (!grounds.includes(found.backgroundColor))
      complaints.push(`${selector}: ${found.backgroundColor} is no ground of the system`)
    if (found.borderTopStyle === 'none' || Number.parseFloat(found.borderTopWidth) < 1)
      complaints.push(`${selector}: no line around it`)
    else if (grounds.includes(found.borderTopColor))
      complaints.push(`${selector}: the line has the colour of the ground`)
    return complaints
  })
}

async function comparePoints(page, scheme, chosen, screenshot) {
  const defaults = readThemeDefaults()
  const complaints = []
  for (const { name, selector, styles, at } of chosen) {
    if (!at) continue
    const box = await page.locator(selector).first().boundingBox()
    const [found] = await readPixels(page, screenshot, [[box.x + box.width * at[0], box.y + box.height * at[1]]])
    const wanted = (await toColour(page, defaults[styles['background-color']][scheme])).slice(0, 3)
    if (!isNear(found, wanted)) complaints.push(`${name}'s pixel: wanted rgb(${wanted}), found rgb(${found})`)
  }
  return complaints
}

/** The page behind the card is the page before, under the documented colour. */
async function compareScrim(page, scheme, before, after) {
  const spot = [viewport.width - 20, viewport.height - 20]
  const [under] = await readPixels(page, before, [spot])
  const [found] = await readPixels(page, after, [spot])
  const [red, green, blue, alpha] = await toColour(page, readThemeDefaults()['--lk-backdrop'][scheme])
  const wanted = under.map((part, at) => part * (1 - alpha / 255) + [red, green, blue][at] * (alpha / 255))
  if (isNear(found, wanted)) return []
  return [`scrim's pixel: wanted rgb(${wanted.map(Math.round)}), found rgb(${found})`]
}

/** A colour as red, green, blue and alpha, each 0 to 255. */
function toColour(page, text) {
  return page.evaluate((text) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context.fillStyle = text
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data]
  }, text)
}

// Compositing rounds; two schemes differ by far more.
function isNear(found, wanted) {
  return [0, 1, 2].every((at) => Math.abs(found[at] - wanted[at]) <= 3)
}

/** Waits until nothing moves any more and every picture is drawn. */
function untilStill(page) {
  return page.waitForFunction(
    () =>
      document.getAnimations().every(({ playState }) => playState !== 'running') &&
      [...document.querySelectorAll('.lk-modal img')].every(({ complete }) => complete),
  )
}
