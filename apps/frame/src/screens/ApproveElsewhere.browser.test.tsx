import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../test/expectAccessible.js'
import { approval, showScreens } from '../../test/showScreens.js'

const screen = { kind: 'approve', what: 'evmTransaction', approval, origin: 'https://app.example.org' } as const
const more = () => page.getByRole('button', { name: 'Continue in a window' })

describe('an approval on a site that is not trusted', () => {
  it('says what is asked and by whom, and leads to a window at once, with nothing that approves', async () => {
    const opened: string[] = []
    const { ask, screens } = await showScreens({
      isTrusted: false,
      open: (url) => {
        opened.push(url)
        return null
      },
    })
    const asked = ask(screen)
    await expect.element(page.getByRole('heading', { name: 'Send 0.5 ETH' })).toBeVisible()
    for (const text of ['app.example.org', 'Nothing is approved here.'])
      await expect.element(page.getByText(text).first()).toBeVisible()
    for (const themeMode of ['light', 'dark'] as const) {
      screens.setTheme({ themeMode })
      await expectAccessible()
    }
    expect(document.querySelector('.lf-approve')).toBeNull()
    const button = more().element() as HTMLButtonElement
    button.click()
    expect(opened).toEqual([])
    await more().click()
    await expect.element(page.getByText('The browser did not open the window.')).toBeVisible()
    expect([opened, asked.outcome]).toEqual([['/approve'], 'pending'])
    await page.getByRole('button', { name: 'Reject' }).click()
    await asked.done
    expect(asked.outcome).toBe('USER_REJECTED')
  })

  it('is a sign-in with nothing else in it: it is approved in the frame', async () => {
    const { ask } = await showScreens({ isTrusted: false })
    ask({ ...screen, what: 'signIn' })
    await expect.element(page.getByRole('button', { name: 'Send 0.5 ETH' })).toHaveAttribute('data-state', 'armed')
  })

  it('SEC-S-14 that is refused is only read', async () => {
    const { ask } = await showScreens({ isTrusted: false })
    ask({ ...screen, approval: { ...approval, isRefused: true, danger: ['It signs you in to evil.example.'] } })
    await expect.element(page.getByRole('alert')).toHaveTextContent('It signs you in to evil.example.')
    expect(more().elements()).toEqual([])
  })
})
