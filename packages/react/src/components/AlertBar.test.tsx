import { switchChain } from '@latchkey/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../test/axe.js'
import { setUp } from '../../test/setUp.js'

const errors = vi.spyOn(console, 'error')
const alert = () => page.getByRole('alert')

beforeEach(() => {
  errors.mockReset()
})
afterEach(() => {
  errors.mockReset()
})

async function mistake(options: Parameters<typeof setUp>[0] = {}) {
  const app = await setUp(options)
  app.modal.open({ view: 'Connect' })
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await expect(switchChain(app.config, { chainId: 'eip155:999' })).rejects.toMatchObject({
    code: 'CHAIN_NOT_FOUND',
  })
  return app
}

describe('AlertBar', () => {
  it('[S8-40][S8-51] a switch to a network that is not configured shows in the modal and in the console', async () => {
    await mistake()
    await expect.element(alert().getByText('Network Not Found')).toBeVisible()
    await expect.element(alert().getByText('eip155:999 is not in the chains of createConfig.')).toBeVisible()
    expect(errors).toHaveBeenCalledWith(expect.stringContaining('Network Not Found: eip155:999'))
    await expectAccessible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(alert()).not.toBeInTheDocument()
  })

  it('[S8-40][S8-51] option debug: with it off it is in the console only', async () => {
    await mistake({ debug: false })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await expect.element(alert()).not.toBeInTheDocument()
    expect(errors).toHaveBeenCalledWith(expect.stringContaining('Network Not Found: eip155:999'))
  })

  it('behavior: what was raised before the modal opened is there when it opens', async () => {
    const app = await setUp()
    await switchChain(app.config, { chainId: 'eip155:999' }).catch(() => {})
    app.modal.open({ view: 'Connect' })
    await expect.element(alert().getByText('Network Not Found')).toBeVisible()
  })
})
