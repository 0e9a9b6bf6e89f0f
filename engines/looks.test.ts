import { describe, expect, inject, it } from 'vitest'
import { readThemeDefaults } from '../consumers/readme.mjs'
import { createPlace } from './driver/place.js'
import { home, modal } from './parts.js'
import { inEachEngine } from './useEngine.js'

const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 844 },
} as const

/** What is looked at: the documented variable that each property has the value of. */
const documented = [
  ['.lk-connect-button', 'background-color', '--lk-accent'],
  ['.lk-connect-button', 'color', '--lk-on-accent'],
  ['.lk-card', 'background-color', '--lk-ground'],
  ['.lk-card', 'color', '--lk-text'],
  ['.lk-card .lk-row', 'background-color', '--lk-raised'],
  ['.lk-card .lk-row', 'border-top-left-radius', '--lk-radius-row'],
  ['.lk-card .lk-icon-button', 'color', '--lk-text-soft'],
] as const

describe('the look of the modal', () => {
  inEachEngine(({ open, look }) => {
    it.each(
      (['light', 'dark'] as const).flatMap((scheme) =>
        (['desktop', 'phone'] as const).map((size) => [scheme, size] as const),
      ),
    )('is the documented one, %s, at the size of a %s', async (colorScheme, size) => {
      const tab = await open({ colorScheme, size: sizes[size] })
      const page = createPlace(tab)
      await tab.goto(inject('world').webUrl)
      await page.click(home.connectButton)
      await page.shows(modal.titled('Connect a wallet'))
      await tab.point(2, 2)
      await look(tab, `connect-${colorScheme}-${size}`)
      const defaults = readThemeDefaults()
      const wanted = documented.map(([selector, property, variable]) => ({
        selector,
        property,
        value: defaults[variable]?.[colorScheme] ?? '',
      }))
      await expect.poll(() => tab.run(differences, wanted)).toEqual([])
    })
  })
})

type Wanted = { readonly selector: string; readonly property: string; readonly value: string }

/** In the page: each computed value that is not the wanted one. */
function differences(wanted: readonly Wanted[]): readonly string[] {
  return wanted.flatMap(({ selector, property, value }) => {
    const element = document.querySelector(selector)
    if (!element) return [`${selector} is not there`]
    if (!CSS.supports(property, value)) return [`"${value}" is no ${property}`]
    const probe = document.body.appendChild(document.createElement('div'))
    probe.style.setProperty(property, value)
    const resolved = getComputedStyle(probe).getPropertyValue(property)
    probe.remove()
    const found = getComputedStyle(element).getPropertyValue(property)
    return found === resolved ? [] : [`${selector}, ${property}: wanted ${resolved}, found ${found}`]
  })
}
