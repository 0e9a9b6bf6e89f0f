import { LatchkeyError } from '@latchkey/protocol/errors'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../test/expectAccessible.js'
import { approval, securityFacts, showScreens, time } from '../../test/showScreens.js'
import type { SecurityFacts } from '../types.js'
import { openApproveWindow } from './approveWindow.js'
import { RestoreScreen } from './RestoreScreen.js'

async function showSecurity(read: () => Promise<SecurityFacts>) {
  const world = await showScreens()
  const done: string[] = []
  const asked = world.ask({
    kind: 'security',
    read,
    openWindow: (name) => done.push(`open ${name}`) > 0,
  })
  await expect.element(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  return { ...world, asked, done }
}

describe('the security screen', () => {
  it('says in plain words who can restore the wallet, in light and dark', async () => {
    const factors = securityFacts.factors.filter(({ kind }) => kind === 'auto')
    const { screens } = await showSecurity(async () => ({ ...securityFacts, factors }))
    const sentence =
      "This site's operator can restore your wallet by e\u2011mail. Anyone who controls your e\u2011mail can too."
    await expect.element(page.getByText(sentence)).toBeVisible()
    for (const themeMode of ['light', 'dark'] as const) {
      screens.setTheme({ themeMode })
      await expectAccessible()
    }
  })

  it('says so when only the owner can, and from when', async () => {
    const [passkey, auto] = securityFacts.factors
    await showSecurity(async () => ({ ...securityFacts, factors: passkey ? [passkey] : [] }))
    await expect.element(page.getByText('Only you can restore this wallet.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    const leaving = auto ? [{ ...auto, deleteAt: time + 1e9 }] : []
    await showSecurity(async () => ({
      ...securityFacts,
      factors: leaving,
      isKept: false,
      frozenUntil: Date.now() + 1e6,
    }))
    await expect.element(page.getByText(/^From .* only you can restore this wallet\.$/)).toBeVisible()
    await expect.element(page.getByText(/does not let the wallet keep anything/)).toBeVisible()
    await expect.element(page.getByText(/cannot change how the wallet is kept/)).toBeVisible()
  })

  it('removes no browser where a page can dress the buttons, and opens the wallet’s own windows', async () => {
    const { asked, done } = await showSecurity(async () => securityFacts)
    await expect.element(page.getByText('Safari on iPhone')).toBeVisible()
    expect(page.getByRole('button', { name: /remove/i }).elements()).toEqual([])
    await page.getByRole('button', { name: /^Passkeys and recovery code/ }).click()
    await page.getByRole('button', { name: /^Export the wallet/ }).click()
    expect(done).toEqual(['open security', 'open export'])
    await page.getByRole('button', { name: 'Close' }).click()
    await asked.done
    expect(asked.outcome).toBe('done')
  })

  it('error: says that nothing could be loaded, and tries again', async () => {
    let tries = 0
    await showSecurity(async () => {
      if (tries++ === 0) throw new LatchkeyError('API_UNREACHABLE', 'The wallet’s server cannot be reached.')
      return securityFacts
    })
    await expect.element(page.getByRole('alert')).toHaveTextContent('The wallet’s server cannot be reached.')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByText('Safari on iPhone')).toBeVisible()
  })
})

describe('the restore screen, in windows of the wallet', () => {
  it('takes a passkey or the code, says what went wrong, and ends when the wallet is there', async () => {
    const { ask, screens } = await showScreens({ restoreScreen: RestoreScreen })
    const tried: object[] = []
    const asked = ask({
      kind: 'restore',
      ways: ['passkey', 'code'],
      restore: async (way) => {
        tried.push(way)
        if (way.kind === 'passkey') throw new LatchkeyError('USER_REJECTED', 'No passkey was used.')
      },
    })
    for (const themeMode of ['light', 'dark'] as const) {
      screens.setTheme({ themeMode })
      await expectAccessible()
    }
    await page.getByRole('button', { name: 'Use your passkey' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('No passkey was used.')
    await page.getByRole('textbox').click()
    await userEvent.keyboard('abcd-efgh{Enter}')
    await asked.done
    expect(tried).toEqual([{ kind: 'passkey' }, { kind: 'code', code: 'abcd-efgh' }])
    expect(asked.outcome).toBe('done')
  })

  it('offers only the ways that there are', async () => {
    const { ask } = await showScreens({ restoreScreen: RestoreScreen })
    ask({ kind: 'restore', ways: ['code'], restore: async () => {} })
    await expect.element(page.getByRole('button', { name: 'Restore with the code' })).toBeDisabled()
    expect(page.getByRole('button', { name: 'Use your passkey' }).elements()).toEqual([])
  })

  it('speaks of no restoring where the wallet is here and its owner confirms something', async () => {
    const { ask } = await showScreens({ restoreScreen: RestoreScreen })
    ask({ kind: 'restore', ways: ['code'], isConfirming: true, restore: async () => {} })
    await expect.element(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Confirm with the code' })).toBeDisabled()
    await expectAccessible()
    expect(document.body.textContent).not.toMatch(/restor|bring/i)
  })
})

describe('the screen of a bundle', () => {
  it('says how many are sent, stops the rest, and stands behind what is asked meanwhile', async () => {
    const { ask, screens } = await showScreens()
    const state = { sent: 2, isOver: false, isStopped: false }
    let tell = () => {}
    const asked = ask({
      kind: 'sending',
      count: 5,
      read: () => ({ ...state }),
      watch: (told) => {
        tell = told
        return () => {}
      },
      stop: () => {
        state.isStopped = true
      },
    })
    await expect.element(page.getByText('2 of 5 sent')).toBeVisible()
    for (const themeMode of ['light', 'dark'] as const) {
      screens.setTheme({ themeMode })
      await expectAccessible()
    }
    const approving = ask({ kind: 'approve', what: 'evmTransaction', approval, origin: 'https://app.example.org' })
    await expect.element(page.getByRole('heading', { name: 'Send 0.5 ETH' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await approving.done
    state.sent = 3
    tell()
    await expect.element(page.getByText('3 of 5 sent')).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect.element(page.getByRole('button', { name: 'Stopping…' })).toBeDisabled()
    state.isOver = true
    tell()
    await expect.element(page.getByText('2 were not sent, and will not be.')).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).last().click()
    await asked.done
    expect(asked.outcome).toBe('done')
  })

  it('goes by itself once all are sent', async () => {
    const { ask } = await showScreens()
    const asked = ask({
      kind: 'sending',
      count: 2,
      read: () => ({ sent: 2, isOver: true, isStopped: false }),
      watch: () => () => {},
    })
    await asked.done
    expect(asked.outcome).toBe('done')
  })
})

describe('the frozen screen', () => {
  it('says what ends it: the owner, in a window, or time alone', async () => {
    const { ask, screens } = await showScreens()
    const asked = ask({ kind: 'frozen', forMs: null })
    await expect.element(page.getByText(/^End it with your passkey or your recovery code/)).toBeVisible()
    const way = page.getByRole('link', { name: 'End the freeze' })
    expect(way.element()).toMatchObject({ target: '_blank', pathname: '/recover', rel: 'noopener' })
    for (const themeMode of ['light', 'dark'] as const) {
      screens.setTheme({ themeMode })
      await expectAccessible()
    }
    await page.getByRole('button', { name: 'Close' }).last().click()
    await asked.done
    expect(asked.outcome).toBe('done')
    ask({ kind: 'frozen', forMs: 3_600_001 })
    await expect.element(page.getByText(/^It opens again by itself in 2 hours\./)).toBeVisible()
    expect(way.elements()).toEqual([])
  })
})

describe('the screens', () => {
  it('says that something is under way only while no screen stands, and can be left', async () => {
    const { screens, ask } = await showScreens()
    let left = 0
    const done = screens.busy(() => left++)
    await expect.element(page.getByRole('heading', { name: 'One moment' })).toBeVisible()
    await expectAccessible()
    const asked = ask({ kind: 'approve', what: 'evmTransaction', approval, origin: 'https://app.example.org' })
    await expect.element(page.getByRole('heading', { name: 'Send 0.5 ETH' })).toBeVisible()
    await page.getByRole('button', { name: 'Reject' }).click()
    await asked.done
    await userEvent.keyboard('{Escape}')
    expect(left).toBe(1)
    done()
    await expect.poll(() => document.querySelector('.lf-screen')).toBeNull()
  })

  it('takes the page’s accent where it can be read, and nothing that could hide a warning', async () => {
    const { screens } = await showScreens()
    const style = document.documentElement.style
    const shown = () => getComputedStyle(document.documentElement).getPropertyValue('--lk-accent')
    screens.setTheme({ themeMode: 'dark', themeVariables: { '--lk-accent': '#5b7cfa', '--lk-radius-row': '4px' } })
    expect(document.documentElement.dataset.lkTheme).toBe('dark')
    expect(shown()).toBe('rgb(91 124 250)')
    expect(style.getPropertyValue('--lk-radius-row')).toBe('4px')
    screens.setTheme({
      themeVariables: { '--lk-radius': 12, '--lk-font': '"Acme", Wingdings, Inter, "Helvetica Neue",sans-serif' },
    })
    expect(style.getPropertyValue('--lk-radius')).toBe('12px')
    expect(style.getPropertyValue('--lk-font')).toBe('Inter,"Helvetica Neue",sans-serif')
    const hostile = {
      '--lk-font': 'Wingdings, "Webdings"; background: red',
      '--lk-accent': 'red; background: url(https://evil.example)',
      '--lk-text': '#fff',
      '--lk-danger': 'transparent',
      '--lk-radius': 'calc(1px * 99999)',
    }
    screens.setTheme({ themeVariables: hostile })
    for (const name of Object.keys(hostile)) expect(style.getPropertyValue(name), name).toBe('')
    for (const accent of ['#ffffff', 'transparent', 'rgb(0 0 0 / 0.2)', 'var(--lk-ground)', 'currentcolor']) {
      screens.setTheme({ themeVariables: { '--w3m-accent': accent } })
      expect(shown(), accent).toBe('#7fe3c4')
    }
    screens.setTheme({ themeVariables: { '--w3m-accent': 'light-dark(#0b6b57, #7fe3c4)' } })
    expect(shown()).toBe('rgb(127 227 196)')
    screens.setTheme({ themeMode: 'light' })
    expect(shown()).toBe('rgb(11 107 87)')
  })

  it('reads a theme of any length without delay', async () => {
    const { screens } = await showScreens()
    const shown = () => getComputedStyle(document.documentElement).getPropertyValue('--lk-accent')
    const before = shown()
    for (const accent of [`light-dark(${' '.repeat(100_000)}x`, `light-dark(${'a'.repeat(100_000)},`]) {
      screens.setTheme({ themeVariables: { '--w3m-accent': accent } })
      expect(shown()).toBe(before)
    }
  })

  it('shows what a page calls itself beside its origin, never in its place', async () => {
    const { screens, ask } = await showScreens({ origin: 'https://xn--pple-43d.com' })
    screens.setDapp({ name: ' Apple \n Store '.padEnd(200, '!') })
    ask({ kind: 'approve', what: 'evmTransaction', approval, origin: 'https://xn--pple-43d.com' })
    await expect.element(page.getByText('xn--pple-43d.com')).toBeVisible()
    await expect.element(page.getByText('Also written аpple.com')).toBeVisible()
    await expect.element(page.getByText(/mixes letters/)).toBeVisible()
    expect(document.querySelector('.lf-dapp')?.textContent?.length).toBeLessThanOrEqual(60)
  })

  it('SEC-X-05 letters that pile up marks stay on their own line, and cover neither origin nor address', async () => {
    const { screens, ask } = await showScreens()
    const piled = `a${'\u0301'.repeat(59)}`
    const rows = [{ label: 'To', value: approval.account, form: 'address' as const }]
    const seen = async (dapp: string, value: string) => {
      screens.setDapp({ name: dapp })
      const more = [...rows, { label: 'Note', value }]
      const asked = ask({
        kind: 'approve',
        what: 'evmTransaction',
        approval: { ...approval, rows: more },
        origin: 'https://app.example.org',
      })
      await expect.element(page.getByText('Note')).toBeVisible()
      const parts = [...document.querySelectorAll('.lf-origin, .lf-row .lf-groups')].slice(0, 2)
      const pictures = []
      for (const part of parts) pictures.push(await page.elementLocator(part).screenshot({ base64: true, save: false }))
      await userEvent.keyboard('{Escape}')
      await asked.done
      return pictures
    }
    const plain = await seen('a', 'a')
    expect(plain).toHaveLength(2)
    expect(await seen(piled, piled)).toEqual(plain)
  })

  it('names the account that is asked to sign, of whichever family it is, with its first and last letters together', async () => {
    const { ask } = await showScreens()
    const account = 'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7'
    ask({
      kind: 'approve',
      what: 'evmTransaction',
      approval: { ...approval, account },
      origin: 'https://app.example.org',
    })
    await expect.element(page.getByTitle(account)).toHaveTextContent('cosmos15yk6…00e7')
    expect([...document.querySelectorAll('.lf-groups')].at(-1)?.textContent).toBe(account)
    const groups = [...document.querySelectorAll('.lf-groups')].at(-1)
    const edges = [groups?.firstElementChild, groups?.lastElementChild]
    expect(edges.map((edge) => edge?.textContent)).toEqual(['cosmos15yk6', 'xj00e7'])
    for (const edge of edges) expect(getComputedStyle(edge as Element).fontWeight).toBe('600')
  })

  it('everything stays in reach in a short viewport and at twice the size', async () => {
    const { ask } = await showScreens({ size: [320, 420] })
    ask({
      kind: 'approve',
      what: 'evmTransaction',
      approval: { ...approval, needsSecondLook: true },
      origin: 'https://app.example.org',
    })
    await page.getByRole('checkbox').click()
    await page.getByText('All details').click()
    await page.getByRole('button', { name: 'Reject' }).click()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  })
})

describe('openApproveWindow', () => {
  const shell = { walletName: 'Harbour', origin: 'https://app.example.org', dappName: undefined, account: undefined }

  /** A window of this origin that greets, and what it is told. */
  function open(greeting: unknown, controller = new AbortController()) {
    const answers: string[] = []
    const opened = document.body.appendChild(document.createElement('iframe'))
    onTestFinished(() => {
      controller.abort()
      opened.remove()
    })
    const inner = opened.contentWindow as Window
    let isClosed = false
    Object.assign(inner, {
      close: () => {
        isClosed = true
      },
    })
    openApproveWindow(
      { approval, facts: shell },
      { onAnswer: (answer) => answers.push(answer), onClosed: () => {}, signal: controller.signal, open: () => inner },
    )
    const { port1, port2 } = new MessageChannel()
    const task = new Promise<unknown>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data)
    })
    const greet = (source: Window) =>
      window.dispatchEvent(
        new MessageEvent('message', { data: greeting, origin: location.origin, source, ports: [port2] }),
      )
    return { answers, inner, task, port1, greet, isClosed: () => isClosed, controller }
  }

  it('hands the approval to the window that it opened, and takes one answer', async () => {
    const { answers, inner, task, port1, greet, isClosed } = open('latchkey-approve')
    greet(inner)
    expect(await task).toEqual({ approval, facts: shell })
    port1.postMessage('nonsense')
    port1.postMessage('approve')
    port1.postMessage('reject')
    await expect.poll(() => answers).toEqual(['approve'])
    expect(isClosed()).toBe(true)
  })

  it('tells nothing to another window, or to one that greets otherwise', async () => {
    for (const [greeting, isOwn] of [
      ['latchkey-approve', false],
      ['hello', true],
    ] as const) {
      const { answers, inner, task, greet } = open(greeting)
      greet(isOwn ? inner : window)
      const silence = new Promise((resolve) => setTimeout(resolve, 100, 'silence'))
      expect(await Promise.race([task, silence])).toBe('silence')
      expect(answers).toEqual([])
    }
  })

  it('closes the window when the request is over', () => {
    const { controller, isClosed } = open('latchkey-approve')
    controller.abort()
    expect(isClosed()).toBe(true)
  })
})
