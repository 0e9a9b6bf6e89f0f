import { LatchkeyError } from '@latchkey/protocol/errors'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/expectAccessible.js'
import { approval, securityFacts, showScreens } from '../../test/showScreens.js'
import type { Screen } from '../types.js'

describe('the screen that leads to a window', () => {
  const asked = (
    about: Extract<Screen, { kind: 'window' }>['about'],
    more: Partial<Extract<Screen, { kind: 'window' }>> = {},
  ) => ({ kind: 'window', about, ...more }) as const
  const open = (name: string | RegExp) => page.getByRole('button', { name })

  it('has no box for a code, names the address of the window, and ends when the window is done', async () => {
    const { ask, screens } = await showScreens()
    const told: { onDone(): void }[] = []
    const asking = ask(asked('restore', { open: (each) => told.push(each) > 0, passkey: async () => {} }))
    await expect.element(page.getByRole('heading', { name: 'Restore your wallet' })).toBeVisible()
    await expect.element(page.getByText(location.origin)).toBeVisible()
    for (const themeMode of ['light', 'dark'] as const) {
      screens.setTheme({ themeMode })
      await expectAccessible()
    }
    await open('Use the recovery code').click()
    await expect.element(page.getByRole('status')).toHaveTextContent(/Continue in the window/)
    await expectAccessible()
    told[0]?.onDone()
    await asking.done
    expect(asking.outcome).toBe('done')
  })

  it('says what a wallet without an e-mail means, and that the recovery code can wait', async () => {
    const { ask, screens } = await showScreens()
    const asking = ask(asked('backup', { open: () => true }))
    await expect.element(page.getByText(/the wallet is lost. Nobody can bring it back/)).toBeVisible()
    await expect.element(open('Make a recovery code')).toBeVisible()
    for (const themeMode of ['light', 'dark'] as const) {
      screens.setTheme({ themeMode })
      await expectAccessible()
    }
    await open('Continue to the site').click()
    await asking.done
    expect(asking.outcome).toBe('USER_REJECTED')
  })

  it('says that the window was blocked or closed, opens it again, and can be left, by keyboard alone', async () => {
    const { ask } = await showScreens()
    const told: { onClosed(): void }[] = []
    let isBlocked = true
    const asking = ask(asked('email', { open: (each) => !isBlocked && told.push(each) > 0 }))
    await expect.element(page.getByRole('heading', { name: /^Change your e/ })).toHaveFocus()
    await userEvent.tab()
    await userEvent.tab()
    await expect.element(open('Continue in a window')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/did not open the window/)).toBeVisible()
    isBlocked = false
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(/Continue in the window/)).toBeVisible()
    told[0]?.onClosed()
    await expect.element(page.getByText(/closed too early/)).toBeVisible()
    await expect.element(open('Open the window again')).toHaveFocus()
    await userEvent.keyboard(' ')
    expect(told).toHaveLength(2)
    await userEvent.keyboard('{Escape}')
    await asking.done
    expect(asking.outcome).toBe('USER_REJECTED')
  })

  it('opens nothing for a click that a script makes', async () => {
    const { ask, root } = await showScreens()
    let opened = 0
    ask(asked('restore', { open: () => ++opened > 0, passkey: async () => void opened++ }))
    await expect.element(open('Use the recovery code')).toBeVisible()
    for (const button of root.querySelectorAll<HTMLElement>('.lf-body button')) button.click()
    expect(opened).toBe(0)
  })

  it('error: says why a passkey did not work, and takes another', async () => {
    const { ask } = await showScreens()
    let tries = 0
    const passkey = async () => {
      if (tries++ === 0) throw new LatchkeyError('USER_REJECTED', 'No passkey was used.')
    }
    const asking = ask(asked('restore', { passkey }))
    await open('Use your passkey').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('No passkey was used.')
    expect(page.getByRole('button', { name: /window|recovery code/ }).elements()).toEqual([])
    await open('Use your passkey').click()
    await asking.done
    expect(asking.outcome).toBe('done')
  })
})

describe('the screens of the embedded frame', () => {
  const code = { email: 'a@mail.example', submit: async () => {}, resend: async () => 0, nextAt: 0 } as const
  /** Every screen that it can draw, with all that a person can do on it besides leaving. */
  const screens: { readonly [kind in Exclude<Screen['kind'], 'restore'>]: readonly [Screen, readonly string[]][] } = {
    approve: [
      [
        {
          kind: 'approve',
          what: 'evmTransaction',
          approval: { ...approval, rows: [], needsSecondLook: true },
          origin: 'https://app.example.org',
        },
        ['checkbox', 'Reject', '1', '2', '3', '4', '5', '6'],
      ],
    ],
    code: (['login', 'step-up'] as const).map((purpose) => [
      { kind: 'code', purpose, ...code },
      [
        ...Array.from({ length: 6 }, () => 'one-time-code'),
        'Resend code',
        ...(purpose === 'login' ? ['Use another e\u2011mail'] : []),
      ],
    ]),
    window: (['restore', 'email'] as const).map((about) => [
      { kind: 'window', about, open: () => true, passkey: async () => {} },
      ['Use your passkey', about === 'restore' ? 'Use the recovery code' : 'Continue in a window', 'Cancel'],
    ]),
    frozen: [[{ kind: 'frozen', forMs: null }, ['Close', 'End the freeze']]],
    sending: [
      [
        {
          kind: 'sending',
          count: 2,
          read: () => ({ sent: 1, isOver: false, isStopped: false }),
          watch: () => () => {},
          stop() {},
        },
        ['Stop'],
      ],
    ],
    security: [
      [
        { kind: 'security', read: async () => securityFacts, openWindow: () => true },
        ['Manage browsers in a window of the wallet', 'Passkeys and recovery code', 'Export the wallet'],
      ],
    ],
  }

  it.each(
    Object.entries(screens).flatMap(([kind, each]) => each.map(([screen, controls]) => ({ kind, screen, controls }))),
  )(
    'a $kind screen takes nothing but what is listed: no recovery code, no change of a factor or an address',
    async ({ screen, controls }) => {
      const { ask, root } = await showScreens()
      ask(screen)
      await expect.element(page.getByRole('main')).toBeVisible()
      if (screen.kind === 'security') await expect.element(page.getByText('Safari on iPhone')).toBeVisible()
      const found = [...root.querySelectorAll('input, textarea, select, button, a, [contenteditable]')]
        .filter((each) => each.getAttribute('aria-label') !== 'Close')
        .map((each) => (each instanceof HTMLInputElement ? kindOf(each) : each.textContent))
      expect(found.sort()).toEqual([...controls].sort())
    },
  )

  it('has no screen for a recovery code, whatever asks for one', async () => {
    const { ask, root } = await showScreens()
    const asking = ask({ kind: 'restore', ways: ['code'], restore: async () => {} })
    await asking.done
    expect([asking.outcome, root.textContent]).toEqual(['UNAUTHORIZED', ''])
  })
})

function kindOf({ type, autocomplete, inputMode }: HTMLInputElement): string {
  return inputMode === 'numeric' ? 'one-time-code' : type || autocomplete
}
