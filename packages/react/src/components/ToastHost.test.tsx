import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../test/axe.js'
import { setUp } from '../../test/setUp.js'
import { type UseToastReturnType, useToast } from '../modal/useToast.js'

const toast = () => document.querySelector<HTMLElement>('.lk-toast') as HTMLElement

describe('ToastHost', () => {
  it.each([
    ['S2-36', 'success', 'status'],
    ['S2-37', 'loading', 'status'],
    ['S2-38', 'error', 'alert'],
  ] as const)('[%s] a %s toast is shown above the modal with its role', async (_, variant, role) => {
    const app = await setUp()
    app.modal.open()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    app.toasts.show('Something was said', variant)
    await expect.element(page.getByRole(role).getByText('Something was said')).toBeVisible()
    expect(toast().dataset.variant).toBe(variant)
    await vi.waitFor(() => expect(toast().matches('dialog :popover-open')).toBe(true))
    const { left, top, width } = toast().getBoundingClientRect()
    expect(toast().contains(document.elementFromPoint(left + width / 2, top + 4))).toBe(true)
    await expectAccessible()
    app.toasts.hide()
    await vi.waitFor(() => expect(toast().matches(':popover-open')).toBe(false))
  })

  it('behavior: what is said while the modal closes can still be seen and read aloud', async () => {
    const app = await setUp()
    app.modal.open()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    app.toasts.show('Disconnected')
    app.modal.close()
    await vi.waitFor(() => expect(toast().matches(':not(dialog *)')).toBe(true))
    await expect.element(page.getByRole('status').getByText('Disconnected')).toBeVisible()
    expect(getComputedStyle(toast()).backgroundColor).not.toBe('rgba(0, 0, 0, 0)')
  })

  it('behavior: a browser without popovers shows it in its place', async () => {
    onTestFinished(() => void vi.restoreAllMocks())
    const { matches } = Element.prototype
    vi.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector: string) {
      if (selector.includes(':popover-open')) throw new DOMException('not a valid selector', 'SyntaxError')
      return matches.call(this, selector)
    })
    for (const name of ['showPopover', 'hidePopover', 'popover'] as const) {
      const known = Object.getOwnPropertyDescriptor(HTMLElement.prototype, name) ?? {}
      Reflect.deleteProperty(HTMLElement.prototype, name)
      onTestFinished(() => void Object.defineProperty(HTMLElement.prototype, name, known))
    }
    const app = await setUp()
    app.modal.open()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    // Such a browser does not know the attribute either.
    toast().removeAttribute('popover')
    expect(getComputedStyle(toast()).display).toBe('none')
    app.toasts.show('Something was said')
    await expect.element(page.getByText('Something was said')).toBeVisible()
    expect(getComputedStyle(toast()).position).toBe('fixed')
    app.toasts.hide()
    await vi.waitFor(() => expect(getComputedStyle(toast()).display).toBe('none'))
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('behavior: HTML in a message stays text, and an endless one stays on the page', async () => {
    const app = await setUp()
    app.modal.open()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    const message = `<img src=x onerror=alert(1)>${'x'.repeat(400)}`
    app.toasts.show(message, 'error')
    await expect.element(page.getByText(message)).toBeVisible()
    expect(toast().querySelector('img')).toBeNull()
    expect(toast().getBoundingClientRect().width).toBeLessThanOrEqual(360)
  })

  it('behavior: useToast shows one on a page whose modal was never opened, and hides it', async () => {
    const told: { current?: UseToastReturnType } = {}
    const Probe = () => {
      told.current = useToast()
      return <p>{`Shown: ${told.current.toast?.message ?? 'nothing'}`}</p>
    }
    await setUp({ children: <Probe /> })
    expect(document.querySelector('.lk-toast')).toBeNull()
    told.current?.show('Sending', 'loading')
    await expect.element(page.getByRole('status').getByText('Sending')).toBeVisible()
    await expect.element(page.getByText('Shown: Sending')).toBeVisible()
    told.current?.show('Not sent', 'error')
    await expect.element(page.getByRole('alert').getByText('Not sent')).toBeVisible()
    told.current?.hide()
    await expect.element(page.getByText('Shown: nothing')).toBeVisible()
  })
})
