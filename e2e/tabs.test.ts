import { describe, expect, it } from 'vitest'
import { useBrowser, type Visit } from './browser.js'
import { eventually } from './eventually.js'
import { settle } from './settle.js'
import { connect, signIn } from './steps.js'

const { visit } = useBrowser()

/** What lies behind another tab is drawn seldom. */
const look = ({ page }: Visit) => page.bringToFront()
const address = ({ home }: Visit) => home.address.textContent()

async function pair(): Promise<{ one: Visit; two: Visit }> {
  const one = await visit()
  const two = await visit({ beside: one })
  await two.home.connectButton.waitFor()
  await look(one)
  return { one, two }
}

async function disconnect(site: Visit): Promise<void> {
  await look(site)
  await site.home.accountButton.click()
  await site.modal.button('Disconnect').click()
  await site.home.connectButton.waitFor()
}

describe('two tabs', () => {
  it('what one connects, the other has without a reload and without a question', async () => {
    const { one, two } = await pair()
    await connect(one)
    await eventually(() => address(two)).toBe(await address(one))
    await look(two)
    await two.home.accountButton.waitFor()
    expect(await two.modal.dialog.isVisible()).toBe(false)
    await two.page.reload()
    await two.home.accountButton.waitFor()
    await eventually(() => address(two)).toBe(await address(one))
  })

  it('what one disconnects is disconnected in the other, from either side, and stays so', async () => {
    const { one, two } = await pair()
    await connect(one)
    await look(two)
    await two.home.accountButton.waitFor()
    await disconnect(two)
    await eventually(() => address(one)).toBe('none')
    await connect(two)
    await eventually(() => address(one)).toBe(await address(two))
    await disconnect(one)
    await eventually(() => address(two)).toBe('none')
    await look(two)
    await two.page.reload()
    await two.home.connectButton.waitFor()
    expect(await address(two)).toBe('none')
  })

  it('what one signs in to by e-mail, the other is signed in to, on the network that was chosen; who signs out is out of both', async () => {
    const { one, two } = await pair()
    const signedIn = await signIn(one, 'two-tabs@example.com')
    await eventually(() => address(two)).toBe(signedIn)
    await one.modal.close()
    await one.home.networkButton.click()
    await one.modal.shows('Choose a network')
    await settle(one.page)
    await one.modal.button(/Local Base/).click()
    for (const { home } of [one, two]) await eventually(() => home.fact('Network').textContent()).toBe('Local Base')
    await look(two)
    expect(await two.frame.element.isVisible()).toBe(false)
    await disconnect(two)
    await eventually(() => address(one)).toBe('none')
    await eventually(() => one.frame.element.count()).toBe(0)
    await one.page.reload()
    await one.home.connectButton.waitFor()
    expect(await address(one)).toBe('none')
  })
})
