import { LatchkeyError } from '@latchkey/protocol/errors'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/expectAccessible.js'
import { showScreens, user } from '../../test/showScreens.js'

const boxes = () => [...document.querySelectorAll<HTMLInputElement>('.lf-boxes input')]
const digits = () => boxes().map(({ value }) => value)

async function showCode(options: { wrong?: string[]; nextAt?: number; fails?: boolean } = {}) {
  const { wrong = [], nextAt = 0, fails = false } = options
  const world = await showScreens()
  const codes: string[] = []
  let resent = 0
  const asked = world.ask({
    kind: 'code',
    purpose: 'login',
    email: user.email ?? '',
    nextAt,
    submit: async (code) => {
      codes.push(code)
      if (wrong.includes(code)) throw new LatchkeyError('INVALID_REQUEST', 'Invalid code')
    },
    resend: async () => {
      resent++
      if (fails) throw new LatchkeyError('RATE_LIMITED', 'Too many codes. Wait an hour.')
      return 30_000
    },
  })
  await expect.element(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  return { ...world, asked, codes, resent: () => resent }
}

describe('the code screen', () => {
  it('says who asks and for what, starts in the first box, and is accessible in light and dark', async () => {
    const { screens } = await showCode()
    await expect.element(page.getByText('anna.petersen@example.org').first()).toBeVisible()
    expect(document.body.textContent).toContain('app.example.org')
    expect(document.activeElement).toBe(boxes()[0])
    expect(boxes()[0]?.autocomplete).toBe('one-time-code')
    for (const themeMode of ['light', 'dark'] as const) {
      screens.setTheme({ themeMode })
      await expectAccessible()
    }
  })

  it('[S4-16] takes six typed digits and sends them at the sixth', async () => {
    const { asked, codes } = await showCode()
    await userEvent.keyboard('01234')
    expect(codes).toEqual([])
    await userEvent.keyboard('5')
    await asked.done
    expect([codes, asked.outcome]).toEqual([['012345'], 'done'])
    await expect.poll(() => document.querySelector('.lf-screen')).toBeNull()
  })

  it('[S4-16] takes digits that are typed where nothing has the focus', async () => {
    const { asked, codes } = await showCode()
    boxes()[0]?.blur()
    await userEvent.keyboard('012345')
    await asked.done
    expect(codes).toEqual(['012345'])
  })

  it('has the focus by the time of a paste that the keys ask for', async () => {
    await showCode()
    boxes()[0]?.blur()
    let target: EventTarget | null = null
    window.addEventListener('keydown', () => (target = document.activeElement), { once: true })
    await userEvent.keyboard('{Control>}v{/Control}')
    expect(target).toBe(boxes()[0])
  })

  it('leaves keys alone that are pressed on another control', async () => {
    await showCode()
    page.getByRole('button', { name: 'Resend code', exact: true }).element().focus()
    await userEvent.keyboard('1')
    expect(digits().join('')).toBe('')
  })

  it.each([
    ['with a space', '123 456'],
    ['with dashes', ' 1-2-3–4—5‑6 '],
    ['in full width', '１２３４５６'],
    ['in Arabic digits', '١٢٣٤٥٦'],
    ['with words around', 'Your code is 123456.'],
  ])('takes a pasted code %s', async (_, text) => {
    const { asked, codes } = await showCode()
    const data = new DataTransfer()
    data.setData('text', text)
    boxes()[2]?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    await asked.done
    expect(codes).toEqual(['123456'])
  })

  it('takes a code that the browser fills into the first box', async () => {
    const { asked, codes } = await showCode()
    const first = boxes()[0]!
    first.value = '654321'
    first.dispatchEvent(new InputEvent('input', { bubbles: true }))
    await asked.done
    expect(codes).toEqual(['654321'])
  })

  it('moves by arrows, takes back by Backspace and Delete, and takes no letters', async () => {
    await showCode()
    await userEvent.keyboard('12a3')
    expect(digits()).toEqual(['1', '2', '3', '', '', ''])
    await userEvent.keyboard('{Backspace}')
    expect(digits()).toEqual(['1', '2', '', '', '', ''])
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}9')
    expect(digits()).toEqual(['9', '2', '', '', '', ''])
    await userEvent.keyboard('{Home}{Delete}')
    expect(digits()).toEqual(['2', '', '', '', '', ''])
    await userEvent.keyboard('{End}78')
    expect(digits()).toEqual(['2', '7', '8', '', '', ''])
  })

  it('says that a code was wrong, clears the boxes and takes the next', async () => {
    const { asked, codes } = await showCode({ wrong: ['111111'] })
    await userEvent.keyboard('111111')
    await expect.element(page.getByText('Invalid code')).toBeVisible()
    expect(digits().join('')).toBe('')
    expect(document.activeElement).toBe(boxes()[0])
    await userEvent.keyboard('222222')
    await asked.done
    expect(codes).toEqual(['111111', '222222'])
  })

  it('counts down to the next code, then sends one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { resent } = await showCode({ nextAt: Date.now() + 1_500 })
    await expect.element(page.getByRole('button', { name: 'Resend code in 0:02' })).toBeDisabled()
    vi.setSystemTime(Date.now() + 1_500)
    await page.getByRole('button', { name: 'Resend code', exact: true }).click()
    await expect.element(page.getByText('A new code is on its way.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^Resend code in 0:\d\d$/ })).toBeDisabled()
    expect(resent()).toBe(1)
  })

  it('error: says why no new code was sent, and offers it again', async () => {
    await showCode({ fails: true })
    await page.getByRole('button', { name: 'Resend code', exact: true }).click()
    await expect.element(page.getByText('Too many codes. Wait an hour.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Resend code', exact: true })).toBeEnabled()
  })

  it('goes back to the address, which is no refusal', async () => {
    const { asked } = await showCode()
    await page.getByRole('button', { name: 'Use another e\u2011mail' }).click()
    await asked.done
    expect(asked.outcome).toBe('CONNECTION_REJECTED')
  })

  it('fits in the frame without scrolling, and fills it', async () => {
    await showCode({ nextAt: Date.now() + 30_000 })
    const body = document.querySelector<HTMLElement>('.lf-body')
    const last = document.querySelector('.lf-code-screen > :last-child')?.getBoundingClientRect()
    expect(body?.scrollHeight).toBe(body?.clientHeight)
    expect(600 - (last?.bottom ?? 0)).toBeLessThan(40)
  })

  it.each(['Escape', 'Close'] as const)('is left by %s', async (way) => {
    const { asked } = await showCode()
    if (way === 'Escape') await userEvent.keyboard('{Escape}')
    else await page.getByRole('button', { name: 'Close' }).click()
    await asked.done
    expect(asked.outcome).toBe('USER_REJECTED')
  })
})
