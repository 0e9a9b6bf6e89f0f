import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/expectAccessible.js'
import { approval, showScreens } from '../../test/showScreens.js'
import type { VisibilityWatch } from './watchGuard.js'

const screen = { kind: 'approve', what: 'evmTransaction', approval, origin: 'https://app.example.org' } as const
const approve = () => page.getByRole('button', { name: '4', exact: true })
const armed = () => expect.element(approve()).toHaveAttribute('data-state', 'armed')

/** A browser whose answers the test sets. */
function fakeWatch(first: boolean | undefined): { watch: VisibilityWatch; see(isVisible: boolean): void } {
  let tell: ((isVisible: boolean | undefined) => void) | undefined
  return {
    watch: (_, onChange) => {
      tell = onChange
      onChange(first)
      return { stop: () => {} }
    },
    see: (isVisible) => tell?.(isVisible),
  }
}

async function click(): Promise<void> {
  // What does not fit is read to its end first.
  document.querySelector('.lf-end')?.scrollIntoView()
  await approve().hover()
  await armed()
  await approve().click()
}

describe('the approve screen', () => {
  it('shows who asks, what leaves, to whom, where and from which account, and counts a real click in a real browser', async () => {
    const { ask } = await showScreens()
    const asked = ask(screen)
    for (const text of ['app.example.org', '0.5 ETH', 'Latchkey Local (31337)', 'Network fee, at most']) {
      await expect.element(page.getByText(text).first()).toBeVisible()
    }
    expect(document.querySelector('.lf-groups')?.textContent).toBe('0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
    await click()
    await asked.done
    expect(asked.outcome).toBe('done')
    await expect.poll(() => document.querySelector('.lf-screen')).toBeNull()
  })

  it('is accessible in light and dark, at 360 × 600 with everything in reach and nothing cut off', async () => {
    const { ask, screens } = await showScreens()
    ask({
      ...screen,
      approval: { ...approval, danger: ['This lets somebody spend all your USDC.'], needsSecondLook: true },
    })
    await expect.element(approve()).toBeVisible()
    for (const themeMode of ['light', 'dark'] as const) {
      screens.setTheme({ themeMode })
      await expectAccessible()
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
    for (const button of document.querySelectorAll('button')) {
      const { left, right, top, bottom } = button.getBoundingClientRect()
      expect(left >= 0 && right <= 360 && top >= 0 && bottom <= 600, button.textContent ?? '').toBe(true)
    }
  })

  it('has the sum, what changes, the receiver and the fee above the fold at 360 × 600, and the origin in one line', async () => {
    const { ask, screens } = await showScreens()
    screens.setDapp({ name: 'Harbour' })
    const icon = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>')}`
    const form = 'sum' as const
    const rows = [
      { label: 'You send (simulated)', value: '0.5 ETH', form, change: 'out' as const },
      { label: 'You receive (simulated)', value: '1,250 USDC', form, change: 'in' as const },
      approval.rows[0]!,
      { label: 'Network fee, at most', value: '0.00042 ETH', form, fiat: '$1.05' },
    ]
    const danger = ['This lets somebody spend all your USDC.']
    const headline = { text: '0.5 ETH', fiat: '$1,250.00', icon }
    ask({ ...screen, approval: { ...approval, headline, rows, danger, needsSecondLook: true } })
    await expect.element(page.getByText('−0.5 ETH')).toBeVisible()
    for (const text of ['+1,250 USDC', '$1,250.00', '$1.05']) await expect.element(page.getByText(text)).toBeVisible()
    const footer = document.querySelector('.lf-footer')?.getBoundingClientRect().top ?? 0
    const parts = [...document.querySelectorAll('.lf-headline, .lf-coin, .lf-approval > div > .lf-rows > .lf-row')]
    expect(parts.length).toBe(8)
    for (const part of parts.slice(0, -2)) {
      expect(part.getBoundingClientRect().bottom, part.textContent ?? '').toBeLessThanOrEqual(footer)
    }
    expect(document.querySelector('.lf-who')?.getBoundingClientRect().height).toBeLessThanOrEqual(44)
  })

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['Reject', () => page.getByRole('button', { name: 'Reject' }).click()],
    ['Close', () => page.getByRole('button', { name: 'Close' }).click()],
  ] as const)('is rejected by %s', async (_, leave) => {
    const { ask } = await showScreens()
    const asked = ask(screen)
    await expect.element(approve()).toBeVisible()
    await leave()
    await asked.done
    expect(asked.outcome).toBe('USER_REJECTED')
  })

  it('is approved by the keyboard alone, held to the same guard, and never by a key pressed on its title', async () => {
    const { ask } = await showScreens()
    const asked = ask(screen)
    await expect.element(approve()).toBeVisible()
    expect(document.activeElement?.id).toBe('lf-title')
    await userEvent.keyboard('{Enter} ')
    await armed()
    expect(asked.outcome).toBe('pending')
    for (let step = 0; step < 16 && document.activeElement !== approve().element(); step++) {
      await userEvent.keyboard('{Tab}')
    }
    await userEvent.keyboard('{Enter}')
    await asked.done
    expect(asked.outcome).toBe('done')
  })

  it('names what scrolls: some browsers stop there by Tab', async () => {
    const { ask } = await showScreens()
    ask(screen)
    await expect.element(page.getByRole('group', { name: 'Send 0.5 ETH' })).toBeVisible()
  })

  it('SEC-K-05 clicks and keys that a script makes are ignored', async () => {
    const { ask } = await showScreens()
    const asked = ask(screen)
    await armed()
    const button = approve().element() as HTMLButtonElement
    button.click()
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(asked.outcome).toBe('pending')
  })

  it.each([
    ['SEC-K-01 opacity', 'opacity: 0.9'],
    ['SEC-K-03 filter', 'filter: blur(1px)'],
    ['SEC-K-04 transform', 'transform: rotate(3deg)'],
  ])('%s around the screen makes the button inert and offers a window', async (_, style) => {
    const { ask, root } = await showScreens()
    root.setAttribute('style', style)
    const asked = ask(screen)
    await expect.element(page.getByRole('button', { name: 'Continue in a window' })).toBeVisible()
    // What could be pressed before is no longer there; pressed.browser.test.tsx presses while it still is.
    expect(document.querySelector('.lf-key')).toBeNull()
    expect(asked.outcome).toBe('pending')
    root.removeAttribute('style')
    await armed()
  })

  it('SEC-K-02 overlay: something over the screen makes the button inert, also when pointers fall through it', async () => {
    const { ask } = await showScreens()
    const cover = document.body.appendChild(document.createElement('div'))
    onTestFinished(() => cover.remove())
    cover.setAttribute('style', 'position: fixed; inset: 100px 0 200px; pointer-events: none; background: #fff')
    const asked = ask(screen)
    await expect.element(page.getByRole('button', { name: 'Continue in a window' })).toBeVisible()
    expect(asked.outcome).toBe('pending')
  })

  it('SEC-K-06 a change of size arms the button anew', async () => {
    const { ask } = await showScreens()
    ask(screen)
    await armed()
    const rested = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('.lf-approve')?.getAttribute('data-state') === 'resting') resolve()
      })
      observer.observe(document.body, { subtree: true, attributes: true })
    })
    window.dispatchEvent(new Event('resize'))
    await rested
    await armed()
  })

  it('SEC-K-08 in a tiny viewport it cannot be approved', async () => {
    const { ask } = await showScreens({ size: [300, 380] })
    ask(screen)
    await expect.element(page.getByText('too small to be read')).toBeVisible()
    expect(page.getByRole('button', { name: '4', exact: true }).elements()).toEqual([])
  })

  it('a browser that cannot tell what is seen is offered the window at once, and the answer there counts', async () => {
    const { watch } = fakeWatch(undefined)
    const opened: string[] = []
    const { ask } = await showScreens({
      watch,
      open: (url, name) => {
        opened.push(url, name)
        return null
      },
    })
    ask(screen)
    await page.getByRole('button', { name: 'Continue in a window' }).click()
    await expect.element(page.getByText('The browser did not open the window.')).toBeVisible()
    expect(opened).toEqual(['/approve', expect.stringMatching(/^approve-[\da-f-]{36}$/)])
  })

  it('a browser that cannot tell what is seen never shows a button that cannot be pressed', async () => {
    const { watch } = fakeWatch(undefined)
    const { ask } = await showScreens({ watch })
    ask(screen)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(page.getByRole('button', { name: '4', exact: true }).elements()).toEqual([])
    expect(page.getByRole('button', { name: 'Continue in a window' }).elements()).toHaveLength(1)
  })

  it('says that a window was closed without an answer, and opens another', async () => {
    const { watch } = fakeWatch(undefined)
    const frames: HTMLIFrameElement[] = []
    onTestFinished(() => {
      for (const frame of frames) frame.remove()
    })
    const { ask } = await showScreens({
      watch,
      open: () => {
        const frame = document.createElement('iframe')
        frames.push(document.body.appendChild(frame))
        return frame.contentWindow
      },
    })
    const asked = ask(screen)
    const more = page.getByRole('button', { name: 'Continue in a window' })
    await more.click()
    await expect.element(page.getByText('Continue in the window that opened.')).toBeVisible()
    frames[0]?.remove()
    await expect.element(page.getByText('The window was closed without an answer.')).toBeVisible()
    await more.click()
    await expect.element(page.getByText('Continue in the window that opened.')).toBeVisible()
    expect([frames.length, asked.outcome]).toEqual([2, 'pending'])
  })

  it('an answer that is told only after its window was gone counts', async () => {
    const { watch } = fakeWatch(undefined)
    const frame = document.createElement('iframe')
    onTestFinished(() => frame.remove())
    const open = () => document.body.appendChild(frame).contentWindow
    const { ask } = await showScreens({ watch, open })
    const asked = ask(screen)
    await page.getByRole('button', { name: 'Continue in a window' }).click()
    const { port1, port2 } = new MessageChannel()
    const { Function: Speaker } = frame.contentWindow as unknown as { Function: FunctionConstructor }
    const told = new Promise((resolve) => {
      port1.onmessage = resolve
    })
    // What is posted by a function of the frame comes from the frame.
    new Speaker('to', 'port', "to.postMessage('latchkey-approve', to.origin, [port])")(window, port2)
    await told
    frame.remove()
    await expect.element(page.getByText('The window was closed without an answer.')).toBeVisible()
    port1.postMessage('approve')
    await asked.done
    expect(asked.outcome).toBe('done')
  })

  it('says that a press which came too soon did not count', async () => {
    const { ask } = await showScreens()
    const asked = ask(screen)
    await expect.element(approve()).toBeVisible()
    const button = approve().element() as HTMLButtonElement
    button.click()
    expect(page.getByText('press the button once more').elements()).toEqual([])
    button.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('press the button once more')).toBeVisible()
    expect(asked.outcome).toBe('pending')
    await click()
    await asked.done
    expect(asked.outcome).toBe('done')
  })

  it('wants a second look where the stakes are high', async () => {
    const { ask } = await showScreens()
    const asked = ask({ ...screen, approval: { ...approval, needsSecondLook: true } })
    await expect.element(approve()).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('checkbox').click()
    await click()
    await asked.done
    expect(asked.outcome).toBe('done')
  })

  it('SEC-S-14 shows what is refused in red, with no way to approve it', async () => {
    const { ask } = await showScreens()
    const refused = {
      ...approval,
      danger: ['It signs you in to evil.example.'],
      isRefused: true,
      needsSecondLook: true,
    }
    const asked = ask({ ...screen, approval: refused })
    await expect.element(page.getByRole('alert')).toHaveTextContent('It signs you in to evil.example.')
    expect(page.getByRole('button').elements()).toHaveLength(2)
    await expectAccessible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await asked.done
    expect(asked.outcome).toBe('USER_REJECTED')
  })

  it('SEC-X-06 shows one screen at a time, in order, and what is shown cannot change', async () => {
    const { ask } = await showScreens()
    const rows = [{ label: 'To', value: 'first' }]
    const first = ask({ ...screen, approval: { ...approval, title: 'First', rows } })
    const second = ask({ ...screen, approval: { ...approval, title: 'Second' } })
    await expect.element(page.getByRole('heading', { name: 'First' })).toBeVisible()
    rows[0]!.value = 'somebody else'
    expect(document.querySelectorAll('.lf-screen')).toHaveLength(1)
    expect(document.body.textContent).toContain('first')
    await page.getByRole('button', { name: 'Reject' }).click()
    await first.done
    await expect.element(page.getByRole('heading', { name: 'Second' })).toBeVisible()
    expect(second.outcome).toBe('pending')
    await expect.element(approve()).toHaveAttribute('data-state', 'resting')
  })

  it('is taken away when the request is aborted, and the next one comes', async () => {
    const { screens, ask } = await showScreens()
    const controller = new AbortController()
    const gone = screens.ask(screen, { signal: controller.signal })
    const next = ask({ ...screen, approval: { ...approval, title: 'Next' } })
    controller.abort()
    await expect(gone).rejects.toMatchObject({ code: 'ABORTED', message: 'Request was aborted' })
    await expect.element(page.getByRole('heading', { name: 'Next' })).toBeVisible()
    expect(next.outcome).toBe('pending')
  })
})
