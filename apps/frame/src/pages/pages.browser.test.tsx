/** @jsxImportSource preact */
import { LatchkeyError } from '@latchkey/protocol/errors'
import { type ComponentChild, render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createPageWorld } from '../../test/createPageWorld.js'
import { expectAccessible } from '../../test/expectAccessible.js'
import '../screens/base.css'
import '../screens/screens.css'
import { ExportPage } from './ExportPage.js'
import './pages.css'
import { RecoverPage } from './RecoverPage.js'
import { SecurityPage } from './SecurityPage.js'
import { SignIn } from './SignIn.js'
import { Start } from './Start.js'

const sizes = { desktop: [1280, 800], phone: [390, 844] } as const
const signal = new AbortController().signal
let root: HTMLElement | undefined
afterEach(() => {
  if (root) render(null, root)
  root?.remove()
  delete document.documentElement.dataset.lkTheme
})

async function draw(view: ComponentChild, size: keyof typeof sizes = 'desktop') {
  const [width, height] = sizes[size]
  await page.viewport(width, height)
  root = document.body.appendChild(document.createElement('div'))
  render(view, root)
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const said = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
async function lookAtBoth() {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.lkTheme = theme
    await expectAccessible()
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
}

async function showSecurity(given: Parameters<typeof createPageWorld>[0] = {}, size: keyof typeof sizes = 'desktop') {
  const made = await createPageWorld(given)
  await draw(<SecurityPage context={made.context} signal={signal} account={made.email} />, size)
  return made
}

describe.each(['desktop', 'phone'] as const)('the security page on a %s', (size) => {
  it('says in plain words who can restore the wallet, and is accessible', async () => {
    await showSecurity({}, size)
    await said(
      "This site's operator can restore your wallet by e\u2011mail. Anyone who controls your e\u2011mail can too.",
    )
    await said('Add a passkey or a recovery code first. Then you can delete the operator’s way in.')
    expect(button('Delete the operator’s way in').elements()).toHaveLength(0)
    await lookAtBoth()
  })
})

describe('the security page', () => {
  it('shows the browsers that ask for the wallet, stops one, and allows one only when asked twice', async () => {
    const { world, context } = await createPageWorld()
    world.restores = [
      { deviceId: 'stranger', name: 'Edge on Windows', askedAt: Date.now(), readyAt: Date.now() + 86_400_000 },
      { deviceId: 'mine', name: 'Firefox on macOS', askedAt: Date.now(), readyAt: null },
    ]
    await draw(<SecurityPage context={context} signal={signal} account="anna@example.org" />, 'phone')
    await lookAtBoth()
    await button('Stop Edge on Windows').click()
    await said('Edge on Windows does not get your wallet.')
    await button('Allow Firefox on macOS').click()
    expect(world.calls.some((call) => call.endsWith('/approve'))).toBe(false)
    await lookAtBoth()
    await button('Yes, it is mine').click()
    await said(/^Firefox on macOS can have your wallet now/)
    expect(world.calls).toContain('POST /api/vault/restores/stranger/stop')
    expect(world.calls).toContain('POST /api/vault/restores/mine/approve')
  })

  it('makes a recovery code count only when two of its groups were read from paper', async () => {
    const { world } = await showSecurity()
    await button('Make a recovery code').click()
    const groups = [...document.querySelectorAll('.lp-code code')].map(({ textContent }) => textContent ?? '')
    expect(groups).toHaveLength(7)
    await lookAtBoth()
    await button('I have written it down').click()
    const fields = () => [...document.querySelectorAll<HTMLInputElement>('.lp-groups input')]
    expect(document.body.textContent).not.toContain(groups[0])
    const typed = fields().map(
      (field) => groups[Number(/\d/.exec(field.labels?.[0]?.textContent ?? '')?.[0]) - 1] ?? '',
    )
    const [one, two] = fields()
    if (!one || !two) throw new Error('no fields')
    await userEvent.fill(one, typed[0] ?? '')
    await userEvent.fill(two, 'ZZZZ')
    await button('Use this code').click()
    await said('This is not what was shown')
    expect(world.calls).not.toContain('POST /api/vault/factors')
    await lookAtBoth()
    await userEvent.fill(two, (typed[1] ?? '').toLowerCase())
    await userEvent.keyboard('{Enter}')
    await said('The recovery code opens your wallet now.')
    expect(world.factors.map(({ kind }) => kind)).toEqual(['device', 'auto', 'code'])
    expect(document.body.textContent).not.toContain(groups[0])
  })

  it('takes the operator out after a second question, and lets them stay again', async () => {
    const { world, listed } = await showSecurity()
    world.factors = [...world.factors, listed('factor-code-00001', 'code')]
    root && render(null, root)
    root?.remove()
    const { context, email } = await createPageWorld({ factors: world.factors })
    await draw(<SecurityPage context={context} signal={signal} account={email} />)
    await button('Delete the operator’s way in').click()
    await said(/will be deleted 24 hours from now/)
    await lookAtBoth()
    await button('Yes, delete it').click()
    await said(/^From .* only you can restore this wallet\.$/)
    await button('Keep the operator’s way in').click()
    await said('The operator’s way in stays.')
  })

  it('says so when only the owner can restore it, and offers no way to remove the last way back', async () => {
    const { listed } = await createPageWorld()
    await showSecurity({ factors: [listed('factor-device-0001', 'device'), listed('factor-code-00001', 'code')] })
    await said('Only you can restore this wallet.')
    expect(button('Remove Recovery code').elements()).toHaveLength(0)
    expect(button('Make a new recovery code').elements()).toHaveLength(1)
  })

  it('asks for a new code when the old one was used', async () => {
    const { listed } = await createPageWorld()
    await showSecurity({
      factors: [listed('factor-passkey-01', 'passkey'), listed('factor-code-00001', 'code', { usedAt: 1 })],
    })
    await said('Was used to restore. Make a new one.')
  })

  it('removes a browser after a second question', async () => {
    const { world } = await showSecurity()
    await button('Remove Safari on iOS').click()
    await said('Remove Safari on iOS for good?')
    await button('Yes, remove').click()
    await said('Safari on iOS no longer opens your wallet.')
    expect(world.devices.map(({ name }) => name)).toEqual(['Chrome on Linux'])
    expect(button('Remove Chrome on Linux').elements()).toHaveLength(0)
  })

  it('replaces the wallet key, with new halves for this browser and the operator, after a second question', async () => {
    const { world, context, addresses } = await showSecurity()
    const before = world.factors.map(({ factorId }) => factorId)
    await button('Replace the wallet key').click()
    await said(/nothing that was lost opens the wallet/)
    await lookAtBoth()
    await button('Replace it').click()
    await said('The wallet key was replaced.')
    expect(world.factors.map(({ kind }) => kind)).toEqual(['device', 'auto'])
    expect(world.factors.filter(({ factorId }) => before.includes(factorId))).toEqual([])
    const { userId } = await context.sessions.require()
    const kept = await context.storage.read('wallet', userId)
    expect(kept).toMatchObject({ epoch: 2, addresses, factorId: world.factors[0]?.factorId })
    expect(kept?.clientKey.extractable).toBe(false)
  })

  it('keeps the old wallet key when the server did not take the new one', async () => {
    const { world, context } = await showSecurity()
    world.refuse = { path: '/api/vault/wallets', code: 'CONFLICT', message: 'The wallet is at another epoch' }
    await button('Replace the wallet key').click()
    await button('Replace it').click()
    await said('The wallet is at another epoch')
    const { userId } = await context.sessions.require()
    expect((await context.storage.read('wallet', userId))?.epoch).toBe(1)
  })

  it('says what a refusal says, and that nothing can be changed while a browser is new', async () => {
    const { world } = await showSecurity({ frozenUntil: Date.now() + 3_600_000 })
    await said(/^This browser is new\. Until/)
    const message = 'This is locked for a while after a new device or a new address'
    world.refuse = { path: '/api/vault/release', code: 'FROZEN', message }
    await button('Add a passkey').click()
    await said(message)
    await lookAtBoth()
  })

  it('says what happened when its server cannot be reached, and tries again', async () => {
    const made = await createPageWorld()
    made.world.refuse = { path: '/api/auth/session', code: 'UNAVAILABLE', message: 'Not now' }
    await draw(<SecurityPage context={made.context} signal={signal} account={made.email} />)
    await said('Not now')
    made.world.refuse = undefined
    await button('Try again').click()
    await said('Who can restore this wallet')
  })

  it('says that there is no wallet yet', async () => {
    await showSecurity({ hasWallet: false })
    await said(/You have no wallet here yet/)
    expect(button('Add a passkey').elements()).toHaveLength(0)
  })
})

describe.each(['desktop', 'phone'] as const)('the export page on a %s', (size) => {
  it('warns first, shows a group of words only while it is held, and forgets them', async () => {
    const { context, email } = await createPageWorld()
    await draw(<ExportPage context={context} signal={signal} account={email} />, size)
    await said(/Anyone who sees the recovery phrase can take everything/)
    await expect.element(button('Show recovery phrase')).toBeDisabled()
    await lookAtBoth()
    await page.getByRole('checkbox').click()
    await button('Show recovery phrase').click()
    await said('Your recovery phrase')
    await lookAtBoth()
    const groups = [...document.querySelectorAll<HTMLElement>('.lp-hold')]
    expect(groups).toHaveLength(6)
    const words = () => [...document.querySelectorAll('.lp-word')]
    expect(words()).toHaveLength(0)
    groups[1]?.focus()
    await userEvent.keyboard('{ >}')
    await expect.poll(() => words().length).toBe(4)
    expect(words().map(({ textContent }) => /^\d+/.exec(textContent ?? '')?.[0])).toEqual(['5', '6', '7', '8'])
    await lookAtBoth()
    await userEvent.keyboard('{/ }')
    await expect.poll(() => words().length).toBe(0)
    groups[2]?.dispatchEvent(new PointerEvent('pointerdown', { button: 0, bubbles: true }))
    await expectAccessible()
    expect(words()).toHaveLength(0)
    await button('Hide everything').click()
    await expect.element(button('Show recovery phrase')).toBeDisabled()
    await expect(context.keyring.reveal({ group: 0 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('the restore page', () => {
  it('brings the wallet back by e-mail alone where its owner has nothing else', async () => {
    const { context, email, addresses, world } = await createPageWorld()
    await context.storage.remove('wallet', (await context.sessions.require()).userId)
    await draw(<RecoverPage context={context} signal={signal} account={email} />, 'phone')
    await said('Your wallet is back')
    await said(addresses.eip155)
    await lookAtBoth()
    expect(world.calls).toContain('POST /api/recovery/release')
  })

  it('asks for the recovery code where there is one, and offers no way past it', async () => {
    const { context, screens, email, listed, world } = await createPageWorld()
    world.factors = [...world.factors, listed('factor-code-00001', 'code')]
    screens.answer = async () => {
      throw new LatchkeyError('USER_REJECTED', 'The request was rejected in the wallet.')
    }
    await draw(<RecoverPage context={context} signal={signal} account={email} />, 'phone')
    await expect.poll(() => screens.asked).toMatchObject([{ kind: 'restore', ways: ['code'] }])
    await expect.element(button('Try again')).toBeEnabled()
    await lookAtBoth()
    await button('Try again').click()
    await expect.poll(() => screens.asked).toHaveLength(2)
    expect(world.calls).not.toContain('POST /api/recovery/release')
  })
})

describe('a window', () => {
  const signIn = {} as Parameters<typeof Start>[0]['signIn']
  const View = ({ account }: { account: string }) => <h1>{account}</h1>

  it('names the site whose session it was lent, and says when that has ended', async () => {
    const { context, email } = await createPageWorld()
    await draw(<Start page="security" context={context} signIn={signIn} onSignOut={async () => {}} View={View} />)
    await said(email)
    await said('Opened from https://app.example')
    await context.sessions.close()
    context.ended.dispatchEvent(new Event('ended'))
    await said(/Your session has ended/)
    await lookAtBoth()
  })

  it('that was opened by itself can be signed out of', async () => {
    const { context, email } = await createPageWorld()
    const own = { ...context, isLent: false }
    const onSignOut = () => context.sessions.close()
    await draw(<Start page="security" context={own} signIn={signIn} onSignOut={onSignOut} View={View} />)
    await said(email)
    await button('Sign out here').click()
    await expect.element(page.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
  })

  it('to restore begins with the e-mail address, also when signed in', async () => {
    const { context } = await createPageWorld()
    const own = { ...context, isLent: false }
    await draw(<Start page="recover" context={own} signIn={signIn} onSignOut={async () => {}} View={View} />)
    await said(/Start with the e.mail address of your wallet/)
  })
})

describe('the sign-in of a window', () => {
  it('asks for the address, shows the number to compare, lets go of it, and says what went wrong', async () => {
    let fail: (error: Error) => void = () => {}
    const onSignIn = async (
      email: string,
      onWait: (wait: { email: string; matchNumber: string } | undefined) => void,
    ) => {
      onWait({ email, matchNumber: '42' })
      await new Promise((_, reject) => {
        fail = reject
      }).finally(() => onWait(undefined))
    }
    await draw(
      <SignIn
        page="recover"
        walletName="Harbour Wallet"
        onStart={async () => {}}
        onSignIn={onSignIn}
        onCancel={() => fail(new LatchkeyError('ABORTED', 'The sign-in was ended'))}
        providers={[]}
        onProvider={async () => {}}
      />,
      'phone',
    )
    await lookAtBoth()
    await userEvent.fill(page.getByRole('textbox', { name: 'E-mail address' }), 'anna@example.org')
    await userEvent.keyboard('{Enter}')
    await said('42')
    await said(/anna@example\.org/)
    await lookAtBoth()
    await button('Start again').click()
    await expect.element(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('anna@example.org')
    expect(document.querySelector('[role=alert]')).toBeNull()
    await button('Continue').click()
    fail(new LatchkeyError('RATE_LIMITED', 'Try again after 30 seconds'))
    await said('Try again after 30 seconds')
  })
})
