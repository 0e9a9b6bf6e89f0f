import { describe, expect, inject, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { settle } from './settle.js'
import { connect } from './steps.js'

const { visit } = useBrowser()

/** What the page asked the data API so far; pictures and the page's own files are none of it. */
function callsOf({ requests }: Visit): URL[] {
  const api = new URL(inject('world').apiUrl)
  return requests
    .filter((request) => ['fetch', 'xhr'].includes(request.resourceType()))
    .map((request) => new URL(request.url()))
    .filter(({ origin }) => origin === api.origin)
}

describe('a whole visit', () => {
  it('[S7-01] [S7-02] names the project, the kind and the version in the query of each call of the data API', async () => {
    const site = await visit()
    const { home, modal, page } = site
    await home.connectButton.click()
    await modal.shows('Connect a wallet')
    await modal.button(/^(All wallets|Search wallets|See all)/).click()
    await eventually(() => callsOf(site).some(({ pathname }) => pathname.includes('/getWallets'))).toBe(true)
    await modal.close()
    await connect(site, { keepOpen: true })
    await modal.dialog.getByRole('tab', { name: 'Activity' }).click()
    await settle(page)
    await modal.button('Send').click()
    await settle(page)
    const paths = () => new Set(callsOf(site).map(({ pathname }) => pathname))
    for (const part of ['balance', 'history', 'supported-chains', 'getWallets'])
      await eventually(() => [...paths()].some((path) => path.includes(part))).toBe(true)
    for (const { pathname, searchParams } of callsOf(site)) {
      const told = ['projectId', 'st', 'sv'].map((name) => [name, Boolean(searchParams.get(name))])
      expect([pathname, ...told]).toEqual([pathname, ['projectId', true], ['st', true], ['sv', true]])
      expect(searchParams.get('sv')).toMatch(/\d+\.\d+\.\d+/)
    }
  })
})
