import { isEmbedded } from '@latchkey/core'
import { createFakeEmbedded } from '@latchkey/core/testing'
import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../test/axe.js'
import { ada, embeddedModal, requestConnection, until } from '../../test/embeddedModal.js'
import { dialogOf } from '../../test/setUp.js'

const view = () => expect.element(page.getByRole('dialog'))

describe('ApproveTransaction', () => {
  it('[S2-16] opens by itself, has no way back, and the frame comes to lie above it', async () => {
    const { config, fake, modal } = await embeddedModal({ as: ada })
    const openWhenShown: boolean[] = []
    const asked = requestConnection(config)
    await until(() => expect(fake.isShown()).toBe(true))
    openWhenShown.push(dialogOf().open)
    await view().toHaveAttribute('data-view', 'ApproveTransaction')
    await expect.element(page.getByText('Confirm in your wallet')).toBeVisible()
    expect(openWhenShown).toEqual([true])
    expect(page.getByRole('button', { name: 'Back' }).query()).toBeNull()
    // What is read while the card grows is cut off.
    await until(() => expect(document.querySelector('.lk-card')?.clientHeight).toBe(600))
    await expectAccessible()
    fake.finish('0xsigned')
    expect(await asked).toBe('0xsigned')
    await until(() => expect(dialogOf().open).toBe(false))
    expect(fake.isShown()).toBe(false)
    expect(modal.getState().open).toBe(false)
  })

  it.each([390, 1280])('behavior: its card is as high as the window that covers it, %i px', async (width) => {
    await page.viewport(width, 844)
    const { modal, fake, config } = await embeddedModal({ as: ada })
    const asked = requestConnection(config)
    await until(() => expect(document.querySelector('.lk-card')?.clientHeight).toBe(600))
    modal.close()
    await asked
    expect(fake.isShown()).toBe(false)
  })

  it('behavior: who is signed in has the code of the view before a request, who is not has not', async () => {
    const out = await embeddedModal()
    expect(out.modal.getState().near).not.toContain('ApproveTransaction')
    await out.screen.unmount()
    const { modal } = await embeddedModal({ as: ada })
    await until(() => expect(modal.getState().near).toContain('ApproveTransaction'))
  })

  it('behavior: where the modal was open it goes back to where it was, without a way back meanwhile', async () => {
    const { config, fake, modal } = await embeddedModal({ as: ada })
    modal.open({ view: 'Account' })
    modal.push({ view: 'AccountSettings' })
    await view().toHaveAttribute('data-view', 'AccountSettings')
    const asked = requestConnection(config)
    await view().toHaveAttribute('data-view', 'ApproveTransaction')
    await until(() => expect(fake.isShown()).toBe(true))
    expect(page.getByRole('button', { name: 'Back' }).query()).toBeNull()
    fake.leave()
    expect(await asked).toMatchObject({ code: 'USER_REJECTED' })
    await view().toHaveAttribute('data-view', 'AccountSettings')
    expect(modal.getState().stack.map((route) => route.view)).toEqual(['Account', 'AccountSettings'])
  })

  it('behavior: closing the modal rejects what waits', async () => {
    const { config, fake, modal } = await embeddedModal({ as: ada })
    const asked = requestConnection(config)
    await until(() => expect(fake.isShown()).toBe(true))
    modal.close()
    expect(await asked).toMatchObject({ code: 'ABORTED', message: 'Request was aborted' })
    expect(fake.isShown()).toBe(false)
    expect(fake.calls.filter((call) => call === 'rejectPending')).toHaveLength(1)
    expect(modal.getState().open).toBe(false)
  })

  it('behavior: closing the modal when nothing waits rejects nothing', async () => {
    const { fake, modal } = await embeddedModal({ as: ada })
    modal.open({ view: 'Account' })
    modal.close()
    expect(fake.calls).not.toContain('rejectPending')
  })

  it('error: a modal that breaks does not hide what is to be approved', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { config, fake } = await embeddedModal({
      as: ada,
      strings: { viewApproveTransaction: { not: 'a text' } as never },
    })
    const asked = requestConnection(config)
    await until(() => expect(fake.isShown()).toBe(true))
    fake.finish('0xsigned')
    expect(await asked).toBe('0xsigned')
  })

  it('behavior: opened by hand, it says that nothing waits', async () => {
    const { modal } = await embeddedModal({ as: ada })
    modal.open({ view: 'ApproveTransaction' })
    await expect.element(page.getByText('No pending requests')).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await until(() => expect(dialogOf().open).toBe(false))
  })

  it('behavior: once the provider is gone the wallet shows its frame by itself', async () => {
    const { config, fake, screen } = await embeddedModal({ as: ada })
    await screen.unmount()
    const asked = requestConnection(config)
    await until(() => expect(fake.isShown()).toBe(true))
    fake.finish('0xsigned')
    expect(await asked).toBe('0xsigned')
  })
})

describe('a request that the wallet takes from no page', () => {
  const refuse = async ({ config }: Awaited<ReturnType<typeof embeddedModal>>) => {
    const provider = (await config.connectors.find(isEmbedded)?.getProvider('eip155')) as {
      request(call: object): Promise<unknown>
    }
    await expect(provider.request({ method: 'eth_sign', params: [] })).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
    })
  }

  it('[S8-26] opens the modal and says: Action not allowed', async () => {
    const app = await embeddedModal({ as: ada })
    await refuse(app)
    await view().toHaveAttribute('data-view', 'Account')
    await expect.element(page.getByText('Action not allowed')).toBeVisible()
    expect(app.fake.isShown()).toBe(false)
  })

  it('[S8-26] rejects what waits for a person, and the modal stays open to say so', async () => {
    const app = await embeddedModal({ as: ada })
    const asked = requestConnection(app.config)
    await until(() => expect(app.fake.isShown()).toBe(true))
    await refuse(app)
    expect(await asked).toMatchObject({ code: 'ABORTED', message: 'Request was aborted' })
    await view().toHaveAttribute('data-view', 'Account')
    await expect.element(page.getByText('Action not allowed')).toBeVisible()
    expect([app.fake.isShown(), app.modal.getState().open]).toEqual([false, true])
  })

  it('behavior: leaves a view that is open where it is', async () => {
    const app = await embeddedModal({ as: ada })
    app.modal.open({ view: 'AccountSettings' })
    await refuse(app)
    await expect.element(page.getByText('Action not allowed')).toBeVisible()
    await view().toHaveAttribute('data-view', 'AccountSettings')
  })
})

describe('the look of the frame', () => {
  it('behavior: is the page’s, from the start and whenever it changes, until the provider is gone', async () => {
    const themes: unknown[] = []
    const fake = createFakeEmbedded()
    const app = await embeddedModal({
      fake: {
        ...fake,
        create(host) {
          const connector = fake.create(host)
          const embedded = { ...connector.embedded, syncTheme: async (given: object) => void themes.push(given) }
          return { ...connector, embedded }
        },
      },
      themeMode: 'dark',
    })
    expect(themes.at(-1)).toEqual({ themeMode: 'dark', themeVariables: {} })
    app.theme.set({ themeMode: 'light', themeVariables: { '--lk-accent': '#123456' } })
    expect(themes.at(-1)).toEqual({ themeMode: 'light', themeVariables: { '--lk-accent': '#123456' } })
    await app.screen.unmount()
    const before = themes.length
    app.theme.set({ themeMode: 'dark' })
    expect(themes).toHaveLength(before)
  })
})
