import type { SmartSession } from '@latchkey/core'
import { createFakeEmbedded } from '@latchkey/core/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountModal, alice } from '../../test/accountModal.js'
import { expectAccessible } from '../../test/axe.js'

const later = Math.floor(Date.UTC(2031, 4, 6) / 1000)

function session(name: string, more: Partial<SmartSession> = {}): SmartSession {
  return {
    project: { id: 'p', name, url: `https://${name.toLowerCase()}.example`, iconUrl: null },
    pci: name.toLowerCase(),
    expiry: later,
    createdAt: 1,
    permissions: [],
    policies: [],
    context: '0x00',
    revokedAt: null,
    ...more,
  }
}

/** The wallets of somebody who lets these apps act; a data API that keeps them, or refuses. */
async function setUp(
  pcis: readonly SmartSession[],
  {
    smartSessions = true,
    view = 'ProfileWallets',
    ...more
  }: Parameters<typeof accountModal>[0] & {
    smartSessions?: boolean
    view?: 'ProfileWallets' | 'AccountSettings'
  } = {},
) {
  const service = { pcis: [...pcis], status: 200, asked: [] as { url: string; body: unknown }[] }
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href)
    if (!url.pathname.startsWith('/v1/sessions/')) return before(input, init)
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
    service.asked.push({ url: url.pathname, body })
    if (body === undefined) return Response.json({ pcis: service.pcis })
    if (service.status !== 200) return Response.json({}, { status: service.status })
    service.pcis = service.pcis.map((each) => (each.pci === body.pci ? { ...each, revokedAt: 5 } : each))
    return Response.json({})
  }
  onTestFinished(() => {
    globalThis.fetch = before
  })
  const app = await accountModal({ features: { smartSessions }, route: { view: 'Account' }, ...more })
  app.modal.push({ view })
  await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', view)
  return { ...app, service }
}
const heading = () => page.getByRole('heading', { name: 'Apps that may act for you' })
const revoke = (name: string) => page.getByRole('button', { name: `Revoke ${name}` })
const signature = `0x${'11'.repeat(65)}`

describe('ActingApps', () => {
  it('names who may act, from where and until when, and nobody else', async () => {
    await setUp([
      session('Ada'),
      session('Bob', { project: { id: 'p', name: 'bob.example', url: 'https://bob.example' } }),
      session('Gone', { expiry: 5 }),
      session('Left', { revokedAt: 5 }),
    ])
    await expect.element(heading()).toBeVisible()
    const rows = [...document.querySelectorAll('.lk-row-detail')].map(({ textContent }) => textContent)
    expect(rows.filter((text) => text?.includes('Until'))).toEqual([
      expect.stringMatching(/^Until .*2031$/),
      expect.stringMatching(/^Until .*2031$/),
    ])
    expect([...document.querySelectorAll('.lk-row-site')].map(({ textContent }) => textContent)).toEqual([
      'ada.example',
    ])
    await expect.element(revoke('Ada')).toBeVisible()
    await expect.element(revoke('bob.example')).toBeVisible()
    expect(document.body.textContent).not.toMatch(/Gone|Left/)
    await expectAccessible()
  })

  it('[S7-66][S7-67][S7-68] revokes with the keyboard, with what the wallet signed, and the focus stays in the dialog', async () => {
    const { service, requests, resolve } = await setUp([session('Ada')])
    await expect.element(revoke('Ada')).toBeVisible()
    ;(revoke('Ada').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(requests.at(-1)?.method).toBe('personal_sign'))
    await expect.element(revoke('Ada')).toBeDisabled()
    resolve(signature)
    await expect.element(page.getByText('Ada can no longer act for you')).toBeVisible()
    expect(service.asked.find(({ body }) => body)).toEqual({
      url: `/v1/sessions/${alice}/revoke`,
      body: { pci: 'ada', signature },
    })
    await vi.waitFor(() => expect(heading().query()).toBeNull())
    expect(document.activeElement?.closest('dialog')).not.toBeNull()
  })

  it('error: says that it was declined, or that nothing has changed, and can be tried again', async () => {
    const { service, requests, resolve, reject } = await setUp([session('Ada')])
    await revoke('Ada').click()
    await vi.waitFor(() => expect(requests).toHaveLength(1))
    reject({ code: 4001, message: 'no' })
    await expect.element(page.getByText('You declined in the wallet')).toBeVisible()
    service.status = 503
    await revoke('Ada').click()
    await vi.waitFor(() => expect(requests).toHaveLength(2))
    resolve(signature)
    await expect.element(page.getByText('This could not be revoked. Nothing has changed.')).toBeVisible()
    await expect.element(revoke('Ada')).toBeEnabled()
  })

  it('option features.smartSessions: nobody is asked where it is off, and nothing is said', async () => {
    const { service } = await setUp([session('Ada')], { smartSessions: false })
    await expect.element(page.getByRole('button', { name: 'Disconnect Fake Wallet' })).toBeVisible()
    expect(service.asked).toEqual([])
    expect(heading().query()).toBeNull()
  })

  it('behavior: nothing is said where no app may act', async () => {
    const { service } = await setUp([session('Left', { revokedAt: 5 })])
    await vi.waitFor(() => expect(service.asked.length).toBeGreaterThan(0))
    expect(heading().query()).toBeNull()
  })

  it('behavior: the embedded wallet has them among its settings, and not twice', async () => {
    const { modal } = await setUp([session('Ada')], { embedded: createFakeEmbedded(), view: 'AccountSettings' })
    await expect.element(heading()).toBeVisible()
    await expectAccessible()
    modal.push({ view: 'ProfileWallets' })
    await expect.element(page.getByRole('button', { name: /^Disconnect / })).toBeVisible()
    // The view before leaves while this one comes.
    await vi.waitFor(() => expect(heading().query()).toBeNull())
  })
})
