import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { approval, showScreens } from '../../test/showScreens.js'

/** Has the system set the colours until the test is over. */
beforeEach(async () => {
  const emulate = (features: object[]) => cdp().send('Emulation.setEmulatedMedia', { features } as never)
  onTestFinished(async () => void (await emulate([])))
  await emulate([
    { name: 'forced-colors', value: 'active' },
    { name: 'prefers-color-scheme', value: 'dark' },
  ])
})

const origin = 'https://app.example.org'
const of = (selector: string, pseudo?: string) =>
  getComputedStyle(document.querySelector(selector) as Element, pseudo ?? null)

describe('the frame, in forced colours', () => {
  it('behavior: what is pressed stands apart from what is read, and danger from a warning', async () => {
    const { ask } = await showScreens({ size: [390, 844] })
    const told = { ...approval, danger: ['Everything may be taken.'], warnings: ['The fee is high.'] }
    ask({ kind: 'approve', what: 'signIn', approval: told, origin })
    await expect.element(page.getByRole('main')).toBeVisible()
    expect(of('.lf-footer').borderTopStyle).toBe('solid')
    const [danger, warning] = ['danger', 'warning'].map((tone) => of(`.lf-note[data-tone="${tone}"]`).outlineWidth)
    expect([danger, warning]).toEqual(['3px', '1px'])
  })

  it('behavior: the button that goes on is told from the one that leaves', async () => {
    const { ask } = await showScreens()
    ask({ kind: 'window', about: 'restore', open: () => true, passkey: async () => {} })
    await expect.element(page.getByRole('button', { name: 'Use your passkey' })).toBeVisible()
    const [primary, secondary] = ['primary', 'secondary'].map((kind) => of(`.lf-button[data-kind="${kind}"]`))
    expect([primary?.borderTopWidth, secondary?.borderTopWidth]).toEqual(['2px', '1px'])
    expect(primary?.borderTopColor).not.toBe(secondary?.borderTopColor)
  })

  it('behavior: what is pressed beside the code looks like it', async () => {
    const { ask } = await showScreens()
    const code = { email: 'a@mail.example', submit: async () => {}, resend: async () => 0, nextAt: 0 }
    ask({ kind: 'code', purpose: 'login', ...code })
    await expect.element(page.getByRole('button', { name: 'Resend code' })).toBeVisible()
    expect(of('.lf-text-button').textDecorationLine).toBe('underline')
  })

  it('behavior: what is waited for is seen to move, or to be on its way', async () => {
    const { screens } = await showScreens()
    const done = screens.busy(() => {}, 'signIn')
    await expect.element(page.getByText('Opening your wallet on this page.')).toBeVisible()
    const { borderTopColor, borderBottomColor } = of('.lf-ring', '::before')
    expect(borderBottomColor).toBe('rgba(0, 0, 0, 0)')
    expect(borderTopColor).not.toBe(borderBottomColor)
    done()
    screens.busy(() => {})
    await expect.element(page.getByText('Asking the network…')).toBeVisible()
    expect(of('.lf-bone').outlineStyle).toBe('solid')
  })
})
