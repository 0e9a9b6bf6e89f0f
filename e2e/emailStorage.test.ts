import { describe, expect, it } from 'vitest'
import { type Storage, useBrowser } from './browser.js'
import { eventually } from './eventually.js'
import { signIn } from './steps.js'

const storages: readonly Storage[] = ['parted', 'denied']

describe.each(storages)('with storage %s to frames of another site', (storage) => {
  const { visit } = useBrowser(storage)

  it.each([
    ['of the same site', false],
    ['of another site', true],
  ])(
    'signs in by e-mail on a page %s, and a reload asks for a code only where nothing can be kept',
    async (_, foreign) => {
      const email = `${storage}.${foreign}@mail.example`
      const site = await visit({ foreign })
      const address = await signIn(site, email)
      expect(address).toMatch(/^0x/)
      await site.page.reload()
      const isKept = storage === 'parted' || !foreign
      await (isKept ? site.home.accountButton : site.home.connectButton).waitFor()
      await eventually(() => site.home.address.textContent()).toBe(isKept ? address : 'none')
    },
  )
})
