import { connect } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { ada, embeddedModal, until } from '../../test/embeddedModal.js'
import { dialogOf } from '../../test/setUp.js'
import { useUpdateEmail } from './useUpdateEmail.js'

const fresh = 'ada@lovelace.example'

async function ask(options: Parameters<typeof embeddedModal>[0] = {}) {
  const outcomes: unknown[] = []
  function Ask() {
    const { mutateAsync } = useUpdateEmail()
    const onClick = () =>
      mutateAsync().then(
        (answer) => outcomes.push(answer),
        (error: Error) => outcomes.push(error.message),
      )
    return (
      <button type="button" onClick={onClick}>
        Ask
      </button>
    )
  }
  const app = await embeddedModal({ ...options, children: <Ask /> })
  return { ...app, outcomes, ask: () => page.getByRole('button', { name: 'Ask' }).click() }
}

describe('useUpdateEmail', () => {
  it('[S4-22] opens the form, answers with the new address, and closes', async () => {
    const app = await ask({ as: ada, updateAction: 'VERIFY_SECONDARY_OTP' })
    await app.ask()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'UpdateEmailWallet')
    await page.getByRole('textbox', { name: 'E-mail' }).fill(fresh)
    await page.getByRole('button', { name: 'Continue' }).click()
    await until(() => expect(app.fake.isShown()).toBe(true))
    expect(app.outcomes).toEqual([])
    app.fake.finish()
    await until(() => expect(app.outcomes).toEqual([{ email: fresh }]))
    await until(() => expect(dialogOf().open).toBe(false))
  })

  it('[S8-05] fails with "Modal closed" when the person closes instead', async () => {
    const app = await ask({ as: ada })
    await app.ask()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'UpdateEmailWallet')
    app.modal.close()
    await until(() => expect(app.outcomes).toEqual(['Modal closed']))
  })

  it('behavior: who closes right after the last code has the new address all the same', async () => {
    const app = await ask({ as: ada })
    await app.ask()
    await expect.element(page.getByRole('dialog')).toHaveAttribute('data-view', 'UpdateEmailWallet')
    app.fake.set({ email: fresh })
    app.modal.close()
    await until(() => expect(app.outcomes).toEqual([{ email: fresh }]))
  })

  it('[S8-12] opens nothing for who has another wallet', async () => {
    const app = await ask()
    await connect(app.config, { connector: 'dev.latchkey.fake' })
    await app.ask()
    await until(() => expect(app.outcomes).toEqual(['Not connected to email or social']))
    expect(app.modal.getState().open).toBe(false)
  })

  it('[S8-11] opens nothing where e-mail is off', async () => {
    const app = await ask({ as: ada, features: { email: false } })
    await app.ask()
    await until(() => expect(app.outcomes).toEqual(['No auth connector found']))
    expect(app.modal.getState().open).toBe(false)
  })
})
