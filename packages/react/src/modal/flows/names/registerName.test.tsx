import { connect } from '@latchkey/core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../../../test/axe.js'
import { ada, embeddedModal, until } from '../../../../test/embeddedModal.js'

const api = 'https://names.example'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const time = '2026-01-01T00:00:00.000Z'
const zone = 'names.example'
const recordOf = (name: string) => ({
  name,
  registered_at: time,
  attributes: {},
  addresses: { 60: { address, created_at: time } },
})
const view = () => expect.element(page.getByRole('dialog'))
const field = () => page.getByRole('textbox', { name: 'Name' })
const button = () => page.getByRole('button', { name: 'Register name' })

/** A service that has some names, of which the test decides what it refuses. */
function serveNames(taken: string[] = []) {
  const service = {
    taken,
    own: [] as string[],
    asked: [] as string[],
    refusal: undefined as string | undefined,
    none: false,
    registering: `alice.${zone}`,
  }
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href)
    if (url.origin !== api) return before(input, init)
    service.asked.push(url.pathname)
    const [, , kind, last = ''] = url.pathname.slice(1).split('/')
    if (service.none && kind === 'reverse') return new Response('{}', { status: 404 })
    if (kind === 'reverse') return Response.json(service.own.map(recordOf))
    if (kind === 'suggestions') {
      const others = [`${last}1`, `${last}eth`].map((each) => ({ name: `${each}.${zone}`, registered: false }))
      const asked = { name: `${last}.${zone}`, registered: service.taken.includes(last) }
      return Response.json({ suggestions: service.none ? [] : [asked, ...others] })
    }
    const body = init?.body === undefined ? {} : JSON.parse(String(init.body))
    if (url.pathname.endsWith('/release')) {
      if (service.refusal !== undefined)
        return Response.json({ status: 'FAILED', reasons: [{ description: service.refusal }] }, { status: 400 })
      service.own = []
      return Response.json({})
    }
    if (kind === 'message') return Response.json({ name: body.name, message: '{}', expires: 2_000_000_000 })
    if (kind !== 'account') return new Response('{}', { status: 404 })
    if (service.refusal !== undefined)
      return Response.json({ status: 'FAILED', reasons: [{ description: service.refusal }] }, { status: 400 })
    const name = service.registering
    service.own.push(name)
    return Response.json({ ...recordOf(name), success: true })
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
  return service
}

async function open(taken?: string[]) {
  const app = await embeddedModal({ as: ada, api: { url: api } })
  const service = serveNames(taken)
  app.modal.open({ view: 'Account' })
  await page.getByRole('button', { name: `Account settings, ${ada}` }).click()
  await page.getByRole('button', { name: 'Choose a name' }).click()
  await view().toHaveAttribute('data-view', 'RegisterAccountName')
  await expect.element(field()).toBeVisible()
  return { ...app, service }
}

describe('RegisterAccountName', () => {
  it('[S2-14] tells while it is typed whether the name is free, and gives others for one that is not', async () => {
    await open(['alice'])
    await field().fill('Alice')
    await expect.element(page.getByRole('alert')).toHaveTextContent(`alice.${zone} is not available.`)
    await expect.element(button()).toBeDisabled()
    await expectAccessible()
    await page.getByRole('button', { name: `alice1.${zone}` }).click()
    await expect.element(field()).toHaveValue('alice1')
    await expect.element(page.getByText(`alice1.${zone} is free.`)).toBeVisible()
    await expect.element(button()).toBeEnabled()
    await expectAccessible()
  })

  it('[S5-07] refuses fewer than 4 characters, and others than letters, digits and hyphens', async () => {
    const { service } = await open()
    await field().fill('abc')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Use at least 4 characters.')
    await expect.element(field()).toHaveFocus()
    await field().fill('ab_cd')
    await expect.element(page.getByRole('alert')).toHaveTextContent('Use only letters from a to z, digits and hyphens.')
    await userEvent.keyboard('{Enter}')
    expect(service.asked.filter((path) => /message|suggestions/.test(path))).toEqual([])
    await field().fill('abcd')
    await expect.element(page.getByText(`abcd.${zone} is free.`)).toBeVisible()
  })

  it('[S2-15][S4-25] the wallet signs, and the account bears the name', async () => {
    const { fake, modal } = await open()
    await field().fill('alice')
    await expect.element(page.getByText(`alice.${zone} is free.`)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await until(() => expect(fake.isShown()).toBe(true))
    fake.finish(`0x${'11'.repeat(65)}`)
    await view().toHaveAttribute('data-view', 'RegisterAccountNameSuccess')
    await expect.element(page.getByRole('heading', { name: `alice.${zone} is yours` })).toBeVisible()
    await expectAccessible()
    expect(fake.calls.filter((call) => call === 'request personal_sign')).toHaveLength(1)
    await page.getByRole('button', { name: 'Done' }).click()
    await view().toHaveAttribute('data-view', 'Account')
    await until(() => expect(document.querySelector('.lk-address-short')?.textContent).toBe(`alice.${zone}`))
    modal.push({ view: 'AccountSettings' })
    await expect.element(page.getByText(`alice.${zone}`).first()).toBeVisible()
    expect(page.getByRole('button', { name: 'Choose a name' }).query()).toBeNull()
  })

  it('[S4-26] who does not sign is back at the form, which still has the name', async () => {
    const { fake } = await open()
    await field().fill('alice')
    await expect.element(page.getByText(`alice.${zone} is free.`)).toBeVisible()
    await button().click()
    await until(() => expect(fake.isShown()).toBe(true))
    fake.leave()
    await view().toHaveAttribute('data-view', 'RegisterAccountName')
    await expect.element(page.getByText('You declined in the wallet')).toBeVisible()
    await expect.element(field()).toHaveValue('alice')
    await expect.element(button()).toBeEnabled()
  })

  it('[S4-26] what the service refuses is said, at the form', async () => {
    const { fake, service } = await open()
    service.refusal = 'This name is taken'
    await field().fill('alice')
    await expect.element(page.getByText(`alice.${zone} is free.`)).toBeVisible()
    await button().click()
    await until(() => expect(fake.isShown()).toBe(true))
    fake.finish(`0x${'11'.repeat(65)}`)
    await expect.element(page.getByText('This name is taken')).toBeVisible()
    await view().toHaveAttribute('data-view', 'RegisterAccountName')
    await expect.element(field()).toHaveValue('alice')
  })
})

describe('the entry', () => {
  const entry = () => page.getByRole('button', { name: 'Choose a name' })
  const settings = async (app: Awaited<ReturnType<typeof embeddedModal>>) => {
    app.modal.open({ view: 'Account' })
    app.modal.push({ view: 'AccountSettings' })
    await expect.element(page.getByRole('button', { name: 'Security and recovery' })).toBeVisible()
  }

  it('is not there for an account that has a name', async () => {
    const app = await embeddedModal({ as: ada, api: { url: api } })
    serveNames().own.push(`bob.${zone}`)
    await settings(app)
    await expect.element(page.getByText(`bob.${zone}`).first()).toBeVisible()
    expect(entry().query()).toBeNull()
  })

  it('is not there where the app gives no names', async () => {
    const app = await embeddedModal({ as: ada, api: { url: api } })
    const service = serveNames()
    service.none = true
    await settings(app)
    await until(() => expect(service.asked.some((path) => path.includes('reverse'))).toBe(true))
    expect(entry().query()).toBeNull()
  })

  it('is not there for another wallet', async () => {
    const app = await embeddedModal({ as: ada, api: { url: api } })
    serveNames()
    await connect(app.config, { connector: 'dev.latchkey.fake' })
    app.modal.open({ view: 'Account' })
    app.modal.push({ view: 'AccountSettings' })
    await until(() => expect(app.modal.getState().stack.at(-1)?.view).toBe('Account'))
    expect(entry().query()).toBeNull()
  })
})

describe('a name that is given back', () => {
  async function openSettings() {
    const app = await embeddedModal({ as: ada, api: { url: api } })
    const service = serveNames()
    service.own = [`alice.${zone}`]
    app.modal.open({ view: 'Account' })
    await page.getByRole('button', { name: `Account settings, ${ada}` }).click()
    await page.getByRole('button', { name: `Give back alice.${zone}` }).click()
    await expect.element(page.getByText(/It then leads nowhere/)).toBeVisible()
    await expectAccessible()
    return { ...app, service }
  }

  it('is asked about once more, and kept by the other button', async () => {
    const { service } = await openSettings()
    await page.getByRole('button', { name: 'Keep it' }).click()
    await expect.element(page.getByRole('button', { name: `Give back alice.${zone}` })).toBeVisible()
    expect(service.asked.filter((path) => path.endsWith('/message'))).toEqual([])
  })

  it('makes room for another', async () => {
    const { fake } = await openSettings()
    await page.getByRole('button', { name: 'Give it back' }).click()
    await until(() => expect(fake.isShown()).toBe(true))
    fake.finish(`0x${'11'.repeat(65)}`)
    await expect.element(page.getByText(`alice.${zone} is given back`)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Choose a name' })).toBeVisible()
  })
})
