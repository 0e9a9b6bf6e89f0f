import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/expectAccessible.js'
import { approval, showScreens } from '../../test/showScreens.js'
import { createMemoryStorage } from '../storage/createMemoryStorage.js'
import { createWrongNumbers } from './createWrongNumbers.js'

const origin = 'https://app.example.org'
const screen = { kind: 'approve', what: 'evmTransaction', approval, origin } as const
const key = (number: number) => page.getByRole('button', { name: `${number}`, exact: true })
const more = () => page.getByRole('button', { name: 'Continue in a window' })

/** Presses where somebody has a bait, once what is there counts. */
async function pressBlindly(number: number): Promise<void> {
  document.querySelector('.lf-end')?.scrollIntoView()
  await key(number).hover()
  await expect.element(key(number)).toHaveAttribute('data-state', 'armed')
  await key(number).click()
}

describe('an approval on a site that is trusted', () => {
  it('approves one of six blind clicks on the same spot, and after each of the others asks in the window', async () => {
    const outcomes: string[] = []
    for (let asked = 1; asked <= 6; asked++) {
      const { ask, root } = await showScreens({ drawNumber: () => asked })
      const first = ask(screen)
      await pressBlindly(3)
      await expect.poll(() => first.outcome === 'done' || more().elements().length === 1).toBe(true)
      if (first.outcome === 'pending') await page.getByRole('button', { name: 'Reject' }).click()
      await first.done
      const second = ask(screen)
      await expect.element(page.getByRole('main')).toBeVisible()
      outcomes.push(`${first.outcome}, then ${more().elements().length === 1 ? 'the window' : 'a number'}`)
      await page.getByRole('button', { name: 'Reject' }).click()
      await second.done
      root.remove()
    }
    const missed = 'USER_REJECTED, then the window'
    expect(outcomes).toEqual([missed, missed, 'done, then a number', missed, missed, missed])
  })

  it('says which number approves, in reach of a keyboard and a screen reader, in light and dark', async () => {
    const { ask, screens } = await showScreens()
    const asked = ask(screen)
    await expect.element(page.getByRole('group', { name: 'Press 4 to approve' })).toBeVisible()
    for (const themeMode of ['light', 'dark'] as const) {
      screens.setTheme({ themeMode })
      await expectAccessible()
    }
    await expect.element(key(4)).toHaveAttribute('data-state', 'armed')
    const stops: (string | null)[] = []
    while (document.activeElement?.textContent !== '6' && stops.length < 12) {
      await userEvent.keyboard('{Tab}')
      stops.push(document.activeElement?.textContent ?? null)
    }
    expect(stops.slice(-7)).toEqual(['Reject', '1', '2', '3', '4', '5', '6'])
    ;(key(4).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await asked.done
    expect(asked.outcome).toBe('done')
  })

  it('goes on in the window after a wrong number by the keyboard, and says why', async () => {
    const { ask } = await showScreens()
    const asked = ask(screen)
    await expect.element(key(5)).toHaveAttribute('data-state', 'armed')
    ;(key(5).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('A wrong number was pressed.')).toBeVisible()
    await expect.element(more()).toBeVisible()
    expect([document.querySelector('.lf-key'), asked.outcome]).toEqual([null, 'pending'])
  })

  it('takes no number any more in a frame that was open beside the one with the miss', async () => {
    const storage = createMemoryStorage()
    const beside = createWrongNumbers(storage, origin)
    const { ask } = await showScreens({ wrongNumbers: createWrongNumbers(storage, origin) })
    const asked = ask(screen)
    await expect.element(key(4)).toBeVisible()
    await beside.take(false)
    await pressBlindly(4)
    await expect.element(more()).toBeVisible()
    expect(asked.outcome).toBe('pending')
    await page.getByRole('button', { name: 'Reject' }).click()
    await asked.done
    expect(await beside.wasWrong()).toBe(true)
  })

  it('counts the first of two presses: the second does not make a miss of a right one', async () => {
    const storage = createMemoryStorage()
    const { ask } = await showScreens({ wrongNumbers: createWrongNumbers(storage, origin) })
    const asked = ask(screen)
    document.querySelector('.lf-end')?.scrollIntoView()
    await key(4).hover()
    await expect.element(key(4)).toHaveAttribute('data-state', 'armed')
    await key(4).tripleClick()
    await asked.done
    expect([asked.outcome, await createWrongNumbers(storage, origin).wasWrong()]).toEqual(['done', false])
  })

  it('leaves a plain sign-in to one button', async () => {
    const { ask } = await showScreens()
    ask({ ...screen, what: 'signIn' })
    await expect.element(page.getByRole('button', { name: 'Send 0.5 ETH' })).toHaveAttribute('data-state', 'armed')
    expect(document.querySelector('.lf-key')).toBeNull()
  })
})
