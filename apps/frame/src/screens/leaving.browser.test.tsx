import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/expectAccessible.js'
import { approval, showScreens } from '../../test/showScreens.js'

describe('the frame between two screens', () => {
  it('leaves softly, and what leaves cannot be answered; the next screen takes its place at once', async () => {
    const { ask, root } = await showScreens()
    const asked = ask({ kind: 'approve', what: 'evmTransaction', approval, origin: 'https://app.example.org' })
    await expect.element(page.getByRole('heading', { name: 'Send 0.5 ETH' })).toBeVisible()
    const reject = page.getByRole('button', { name: 'Reject' })
    const { left, top } = reject.element().getBoundingClientRect()
    const isReached = () => root.contains(document.elementFromPoint(left + 20, top + 20))
    expect(isReached()).toBe(true)
    await reject.click()
    await asked.done
    expect([root.inert, root.dataset.screen, root.querySelector('.lf-screen') !== null]).toEqual([
      true,
      'leaving',
      true,
    ])
    expect(isReached()).toBe(false)
    ask({ kind: 'frozen', forMs: null })
    await expect.poll(() => [root.inert, root.dataset.screen]).toEqual([false, 'shown'])
    await expect.poll(() => getComputedStyle(root).opacity).toBe('1')
  })

  it('stands until the next one comes: the page behind is not seen between two jobs', async () => {
    const { screens, ask, root } = await showScreens()
    const code = { kind: 'code', email: 'ada@example.com', nextAt: 0, resend: async () => 1 } as const
    const typed = ask({ ...code, purpose: 'login', submit: async () => {} })
    await expect.element(page.getByRole('textbox', { name: 'Digit 1 of 6' })).toHaveFocus()
    await expect.poll(() => getComputedStyle(root).opacity).toBe('1')
    const seen = new Set<string>()
    const watch = setInterval(() => seen.add(getComputedStyle(root).opacity), 10)
    await userEvent.keyboard('111111')
    await typed.done
    for (let job = 0; job < 2; job++) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      screens.busy(() => {}, 'signIn')()
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
    clearInterval(watch)
    expect([...seen]).toEqual(['1'])
    await expect.poll(() => document.querySelector('.lf-screen')).toBeNull()
  })

  it('says that it signs in, between the code and the wallet, and can be left', async () => {
    const { screens } = await showScreens()
    let left = 0
    const done = screens.busy(() => left++, 'signIn')
    await expect.element(page.getByRole('heading', { name: 'Signing in…' })).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Close' }).click()
    expect(left).toBe(1)
    done()
    await expect.poll(() => document.querySelector('.lf-screen')).toBeNull()
  })

  it('says why it waits where there is a reason, and goes back to what is under way', async () => {
    const { screens } = await showScreens()
    const done = screens.busy(() => {})
    let left = 0
    const over = screens.busy(() => left++, 'otherTab')
    await expect.element(page.getByRole('heading', { name: 'In use in another tab' })).toBeVisible()
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    expect(left).toBe(1)
    over()
    await expect.element(page.getByRole('heading', { name: 'One moment' })).toBeVisible()
    done()
  })

  it('begins each screen anew, also right after one of its kind', async () => {
    const { ask, root } = await showScreens()
    const typed: string[] = []
    const code = { kind: 'code', email: 'ada@example.com', nextAt: 0, resend: async () => 1 } as const
    const submit = async (each: string) => void typed.push(each)
    const first = ask({ ...code, purpose: 'primary', submit })
    await expect.element(page.getByRole('textbox', { name: 'Digit 1 of 6' })).toHaveFocus()
    await userEvent.keyboard('111111')
    await first.done
    const second = ask({ ...code, purpose: 'secondary', submit })
    await expect.element(page.getByRole('heading', { name: 'Confirm your new e-mail' })).toBeVisible()
    expect([...root.querySelectorAll('input')].map(({ value, readOnly }) => value || readOnly)).not.toContain(true)
    await expect.element(page.getByRole('textbox', { name: 'Digit 1 of 6' })).toHaveFocus()
    await userEvent.keyboard('222222')
    await second.done
    expect(typed).toEqual(['111111', '222222'])
  })
})
