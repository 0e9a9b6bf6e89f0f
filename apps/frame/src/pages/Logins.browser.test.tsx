/** @jsxImportSource preact */
import { render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { createPageWorld } from '../../test/createPageWorld.js'
import { expectAccessible } from '../../test/expectAccessible.js'
import '../screens/base.css'
import '../screens/screens.css'
import './pages.css'
import { takeRedirect } from './pendingRedirects.js'
import { SecurityPage } from './SecurityPage.js'
import { SignIn } from './SignIn.js'

const signal = new AbortController().signal
let root: HTMLElement | undefined
const given = window.open
const timers: ReturnType<typeof setInterval>[] = []
afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer)
  window.open = given
  if (root) render(null, root)
  root?.remove()
  for (const frame of document.querySelectorAll('iframe')) frame.remove()
  delete document.documentElement.dataset.lkTheme
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const said = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()
async function look() {
  // A button that was off a moment ago is on its way to its colours.
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset.lkTheme = theme
    await expectAccessible()
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
}

async function show(change: (world: Awaited<ReturnType<typeof createPageWorld>>['world']) => void = () => {}) {
  const made = await createPageWorld()
  change(made.world)
  await page.viewport(390, 844)
  root = document.body.appendChild(document.createElement('div'))
  render(<SecurityPage context={made.context} signal={signal} account={made.email} />, root)
  await said('Ways to sign in')
  return made
}

/** Stands for the window of a provider, which hands over what it got, or is closed by its person. */
function answerWith(result: string | 'closed'): void {
  window.open = () => {
    const frame = document.body.appendChild(document.createElement('iframe'))
    frame.title = 'A window of a provider'
    const source = frame.contentWindow
    const data = { kind: 'latchkey-social', id: 'challenge-0000001', result }
    const strange = { ...data, result: 's'.repeat(43) }
    timers.push(
      setInterval(() => {
        if (result === 'closed') return frame.remove()
        // From another window, and from another origin: neither is heard.
        window.dispatchEvent(new MessageEvent('message', { data: strange, origin: location.origin, source: window }))
        window.dispatchEvent(new MessageEvent('message', { data: strange, origin: 'https://evil.example', source }))
        window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, source }))
      }, 50),
    )
    return source
  }
}

describe('the ways to sign in', () => {
  it('are listed with their addresses; the e-mail stays, and of other accounts the last one', async () => {
    await show((world) => {
      const addedAt = Date.UTC(2026, 10, 20)
      world.logins = [{ id: 'first', provider: 'x', name: 'anna', addedAt, isRemovable: false }]
    })
    await said('anna')
    expect(
      page
        .getByRole('listitem')
        .filter({ hasText: /^Xanna/ })
        .elements(),
    ).toHaveLength(1)
    await said('The last way to sign in. Link another one before you remove it.')
    expect(button('Remove X').elements()).toHaveLength(0)
    // Who signs in without an e-mail address has none to change.
    expect(button('Change the address').elements()).toHaveLength(0)
    await look()
  })

  it('say what went wrong where a provider cannot be asked, and go on', async () => {
    const { world } = await show()
    await button('Link another account').click()
    await said(/Anyone who can sign in to a linked account/)
    await look()
    expect(button('Link GitHub').elements()).toHaveLength(1)
    answerWith('closed')
    await button('Link Google').click()
    await said('The window was closed.')
    world.refuse = { path: '/api/auth/logins/start', code: 'FROZEN', message: 'This is locked for a while' }
    await button('Link Google').click()
    await said('This is locked for a while')
    // It stands at the top of the page, and the button at its end.
    await expect.element(page.getByText('This is locked for a while')).toBeInViewport()
    expect(world.calls).not.toContain('POST /api/recovery/link')
  })

  it('take an account only once its person agrees to what recovery calls it, and remove it when asked twice', async () => {
    const { world } = await show()
    await button('Link another account').click()
    answerWith('r'.repeat(43))
    await button('Link Google').click()
    await said('Is this account yours? Google: anna@mail.example')
    expect(world.taken).toEqual([{ challengeId: 'challenge-0000001', result: 'r'.repeat(43) }])
    await look()
    expect(world.calls).not.toContain('POST /api/recovery/link')
    await button('Yes, link it').click()
    await said(/^Google: anna@mail\.example signs in to your wallet now/)
    await button('Remove Google: anna@mail.example').click()
    await button('Yes, remove').click()
    await said('The Google account no longer signs in to your wallet.')
    expect(world.logins.map(({ provider }) => provider)).toEqual(['email'])
  })

  it('take an account of Farcaster once its app has approved, and nothing where its person leaves', async () => {
    const { world } = await show((made) => {
      made.chosen = { provider: 'farcaster', name: 'ada' }
    })
    await button('Link another account').click()
    await button('Link Farcaster').click()
    await expect.element(page.getByRole('img', { name: 'QR code that opens your Farcaster app' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Open Farcaster' }))
      .toHaveAttribute('href', `${location.origin}/provider`)
    await look()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect([page.getByRole('alert').elements(), world.taken]).toEqual([[], []])
    await button('Link Farcaster').click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    world.approved = 'f'.repeat(43)
    await said('Is this account yours? Farcaster: ada')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(world.taken).toEqual([{ challengeId: 'challenge-0000001', result: 'f'.repeat(43) }])
    await button('Yes, link it').click()
    await said(/^Farcaster: ada signs in to your wallet now/)
  })

  it('say why Farcaster did not confirm an account', async () => {
    const { world } = await show()
    await button('Link another account').click()
    const message = 'Farcaster did not confirm who you are. Try again.'
    world.refuse = { path: '/api/auth/social/farcaster', code: 'PROOF_WRONG', message }
    await button('Link Farcaster').click()
    await said(message)
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(world.taken).toEqual([])
  })

  it('go on at the pages of a provider where the browser opens no window, and lead back here', async () => {
    const { world, context } = await show()
    await button('Link another account').click()
    window.open = () => null
    await button('Link Google').click()
    await expect.poll(() => world.left).toEqual([`${location.origin}/provider`])
    expect(world.bodies.at(-1)).toMatchObject({ provider: 'google', purpose: 'link', returnTo: expect.any(String) })
    // What the frame had lent goes with it, once: the window may come back cut off from the frame.
    const left = await takeRedirect('challenge-0000001', Date.now())
    const session = await context.sessions.require()
    expect(left).toMatchObject({ purpose: 'link', provider: 'google', lent: { session } })
    expect(left?.lent?.device.privateKey.extractable).toBe(false)
    expect(await takeRedirect('challenge-0000001', Date.now())).toBeUndefined()
    expect(world.taken).toEqual([])
  })

  it('ask about the account that a person comes back with, and say what went wrong where they have none', async () => {
    const leftAt = Date.now()
    const back = { challengeId: 'challenge-0000001', purpose: 'link', provider: 'google', leftAt } as const
    const { world } = await show((made) => {
      made.back = { ...back, result: 'r'.repeat(43) }
    })
    await said('Is this account yours? Google: anna@mail.example')
    expect(world.taken).toEqual([{ challengeId: 'challenge-0000001', result: 'r'.repeat(43) }])
    await expect.element(button('Yes, link it')).toBeInViewport()
    expect(world.calls).not.toContain('POST /api/recovery/link')
    await button('Yes, link it').click()
    await said(/^Google: anna@mail\.example signs in to your wallet now/)
    if (root) render(null, root)
    const message = 'The sign-in was refused at Google.'
    await show((made) => {
      made.back = { ...back, result: '-'.repeat(43) }
      made.refuse = { path: '/api/auth/logins/link', code: 'PROOF_WRONG', message }
    })
    await said(message)
    expect(button('Yes, link it').elements()).toHaveLength(0)
  })

  it('link nothing that recovery refuses, and say why', async () => {
    const { world } = await show()
    await button('Link another account').click()
    answerWith('r'.repeat(43))
    await button('Link Google').click()
    await said(/^Is this account yours/)
    const message = 'This Google account opens another wallet. Choose another account.'
    world.refuse = { path: '/api/recovery/link', code: 'CONFLICT', message }
    await button('Yes, link it').click()
    await said(message)
    expect(world.logins).toHaveLength(1)
  })
})

describe('a person without an e-mail here', () => {
  it('confirms with their account in the place of a code, and what they wanted is done', async () => {
    const { world } = await show((made) => {
      made.logins = [{ id: 'first', provider: 'google', name: null, addedAt: Date.now(), isRemovable: false } as never]
      made.refuse = { path: '/api/auth/export', code: 'STEP_UP_REQUIRED', message: 'Confirm with a new code first' }
    })
    world.refuse = { path: '/api/auth/', code: 'STEP_UP_REQUIRED', message: 'Sign out, sign in with Google again' }
    await button('Download my data').click()
    await said('Confirm that it is you.')
    await look()
    world.refuse = undefined
    answerWith('r'.repeat(43))
    await button('Confirm with Google').click()
    await said('The file is in your downloads.')
    expect(world.calls).toContain('POST /api/auth/step-up/verify')
  })

  it('is told that they have confirmed where the page was left for it', async () => {
    const { world } = await show((made) => {
      made.back = {
        challengeId: 'challenge-0000001',
        purpose: 'step-up',
        provider: 'google',
        leftAt: Date.now(),
        result: 'r'.repeat(43),
      }
    })
    await said('You have confirmed that it is you. Now repeat what you were doing.')
    expect(world.bodies).toContainEqual({ social: { challengeId: 'challenge-0000001', result: 'r'.repeat(43) } })
  })

  it('signs in on the page with their account', async () => {
    const asked: string[] = []
    root = document.body.appendChild(document.createElement('div'))
    render(
      <SignIn
        page="security"
        walletName="Harbour Wallet"
        onStart={async () => {}}
        onSignIn={async () => {}}
        onCancel={() => {}}
        providers={['google', 'farcaster']}
        onProvider={async (provider) => {
          asked.push(provider)
          throw new Error('refused')
        }}
      />,
      root,
    )
    await look()
    await button('Continue with Google').click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await button('Continue with Farcaster').click()
    await expect.poll(() => asked).toEqual(['google', 'farcaster'])
  })
})
