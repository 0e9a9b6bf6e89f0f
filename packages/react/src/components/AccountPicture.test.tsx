import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { accountModal, alice } from '../../test/accountModal.js'

/** Has the data API know a name and a picture of every account. */
function serveIdentity(avatar: string | null) {
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    return url.startsWith('http://api.test/v1/identity/')
      ? Response.json({ name: 'alice.eth', avatar })
      : before(input, init)
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
}

const drawn = () => document.querySelector<SVGElement>('dialog .lk-account-picture svg')
const image = () => document.querySelector<HTMLImageElement>('dialog .lk-account-picture img')
const opacity = () => getComputedStyle(image() ?? document.body).opacity

describe('the picture of an account in its view', () => {
  it('comes by the data API and not from the host that somebody chose, over the drawn one once it is there', async () => {
    serveIdentity('https://stranger.example/me.png')
    await accountModal({ api: { url: 'http://api.test', projectId: 'a b' } })
    await expect.element(page.getByText('alice.eth', { exact: true })).toBeVisible()
    await expect.poll(image).not.toBeNull()
    const path = new URL(image()?.src ?? '')
    expect([path.origin, path.pathname, path.searchParams.get('projectId')]).toEqual([
      'http://api.test',
      `/v1/identity/${alice}/avatar`,
      'a b',
    ])
    expect([opacity(), drawn()?.getBoundingClientRect().width]).toEqual(['0', 28])
    image()?.dispatchEvent(new Event('load'))
    await expect.poll(opacity).toBe('1')
    expect(image()?.getBoundingClientRect()).toEqual(drawn()?.getBoundingClientRect())
    expect(document.documentElement.innerHTML).not.toContain('stranger.example')
  })

  it('is the drawn one where there is none, and stays it where the other does not come', async () => {
    serveIdentity(null)
    await accountModal()
    await expect.element(page.getByText('alice.eth', { exact: true })).toBeVisible()
    expect([image(), drawn()?.getBoundingClientRect().width]).toEqual([null, 28])
  })

  it('error: a picture that does not load leaves the drawn one', async () => {
    serveIdentity('https://stranger.example/me.png')
    await accountModal()
    await expect.poll(image).not.toBeNull()
    await expect.poll(() => image()?.complete).toBe(true)
    expect([opacity(), image()?.naturalWidth]).toEqual(['0', 0])
    expect(drawn()).not.toBeNull()
  })
})
