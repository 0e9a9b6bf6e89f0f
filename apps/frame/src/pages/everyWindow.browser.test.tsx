/** @jsxImportSource preact */
import { LatchkeyError } from '@latchkey/protocol/errors'
import { type ComponentChild, render } from 'preact'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createPageWorld } from '../../test/createPageWorld.js'
import { expectFits, resetFit } from '../../test/fits.js'
import '../screens/base.css'
import '../screens/screens.css'
import { confirmSocialLogin } from './confirmSocialLogin.js'
import { ExportPage } from './ExportPage.js'
import { FarcasterCode } from './FarcasterCode.js'
import { PasskeyScreen } from './PasskeyScreen.js'
import './pages.css'
import { RecoverPage } from './RecoverPage.js'
import { SecurityPage } from './SecurityPage.js'
import { SignIn } from './SignIn.js'
import { Start } from './Start.js'

type Given = Parameters<typeof createPageWorld>[0]
type Made = Awaited<ReturnType<typeof createPageWorld>>

const signal = new AbortController().signal
let root: HTMLElement | undefined
afterEach(async () => {
  if (root) render(null, root)
  root?.remove()
  await resetFit()
})

function draw(view: ComponentChild) {
  root = document.body.appendChild(document.createElement('div'))
  render(view, root)
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const said = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()

async function security(change: (made: Made) => void = () => {}, given: Given = {}) {
  const made = await createPageWorld(given)
  change(made)
  draw(<SecurityPage context={made.context} signal={signal} account={made.email} />)
  await said('Your data')
  return made
}
async function exporting(given: Given = {}) {
  const { context, email } = await createPageWorld(given)
  draw(<ExportPage context={context} signal={signal} account={email} />)
  await page.getByRole('checkbox').click()
  return button('Show recovery phrase')
}
function signIn(more: Partial<Parameters<typeof SignIn>[0]> = {}) {
  const nothing = async () => {}
  const calls = { onStart: nothing, onSignIn: nothing, onProvider: nothing, onCancel() {} }
  const providers = ['google', 'apple', 'farcaster']
  draw(<SignIn page="recover" walletName="Harbour Wallet" providers={providers} {...calls} {...more} />)
}

/** Every window of the wallet, and what can be opened in it. */
const windows: Readonly<Record<string, () => Promise<unknown>>> = {
  'who can open the wallet': () => security(),
  'who can open the wallet, with all that there may be': async () => {
    await security((made) => {
      const { world, listed } = made
      world.factors = [
        ...world.factors,
        listed('passkey-00000001', 'passkey', { name: 'A key with a long name of its own' }),
      ]
      world.factors = [...world.factors, listed('factor-code-00001', 'code', { usedAt: 1 })]
      world.restores = [
        { deviceId: 'stranger', name: 'Edge on Windows', askedAt: Date.now(), readyAt: Date.now() + 86_400_000 },
      ]
      world.deletion = { ...world.deletion, dueAt: Date.now() + 86_400_000 }
      world.logins.push({
        id: 'linked',
        provider: 'google',
        name: 'anna.petersen@mail.example',
        addedAt: 0,
        isRemovable: true,
      })
    })
    await button('Remove Safari on iOS').click()
  },
  'a new recovery code': async () => {
    await security()
    await button('Make a recovery code').click()
  },
  'a recovery code that is read from paper': async () => {
    await security()
    await button('Make a recovery code').click()
    await button('I have written it down').click()
  },
  'a change of the address': async () => {
    await security()
    await button('Change the address').click()
  },
  'a question before the key is replaced': async () => {
    await security()
    await button('Replace the wallet key').click()
  },
  'a question before a deletion': async () => {
    await security()
    await button('Delete my wallet').click()
  },
  'a question before the words are shown': () => exporting(),
  'the words, hidden': async () => {
    await (await exporting()).click()
    await said('Your recovery phrase')
  },
  'a wallet that is back': async () => {
    const { context, email } = await createPageWorld()
    await context.storage.remove('wallet', (await context.sessions.require()).userId)
    draw(<RecoverPage context={context} signal={signal} account={email} />)
    await said('Your wallet is back')
  },
  'words that are brought along': async () => {
    const { context, email } = await createPageWorld({ hasWallet: false })
    draw(<RecoverPage context={context} signal={signal} account={email} />)
    await page.getByRole('textbox').fill(`${'abandon '.repeat(22)}abandn art`)
    await button('Show its addresses').click()
    await said(/^Word 23/)
  },
  'where words lead': async () => {
    const { context, email } = await createPageWorld({ hasWallet: false })
    draw(<RecoverPage context={context} signal={signal} account={email} />)
    await page.getByRole('textbox').fill('ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic')
    await button('Show its addresses').click()
    await said(/^This phrase leads to these addresses/)
  },
  'a session that has ended': async () => {
    const { context } = await createPageWorld()
    const View = ({ account }: { account: string }) => <h1>{account}</h1>
    draw(<Start page="security" context={context} signIn={{} as never} onSignOut={async () => {}} View={View} />)
    await said(/^Opened from/)
    await context.sessions.close()
    context.ended.dispatchEvent(new Event('ended'))
    await said(/Your session has ended/)
  },
  'a sign-in': async () => signIn(),
  'a sign-in that waits for its e-mail': async () => {
    const onSignIn = async (email: string, onWait: (wait: { email: string; matchNumber: string }) => void) => {
      onWait({ email, matchNumber: '42' })
      await new Promise(() => {})
    }
    signIn({ onSignIn })
    await userEvent.fill(page.getByRole('textbox'), 'anna.petersen-with-a-long-name@mail.example.org')
    await userEvent.keyboard('{Enter}')
    await said('42')
  },
  'a passkey': async () => {
    const facts = { walletName: 'Harbour', origin: 'https://app.example', dappName: undefined, account: undefined }
    const use = async () => {
      throw new LatchkeyError('UNAUTHORIZED', 'No wallet has this passkey')
    }
    draw(<PasskeyScreen facts={facts} use={use} onDone={() => {}} onClose={() => {}} />)
    await button('Use your passkey').click()
    await said('No wallet has this passkey')
  },
  'a Farcaster code': async () => draw(<FarcasterCode url="https://farcaster.example/~/1" onCancel={() => {}} />),
  'a sign-in that goes on to a site': async () => {
    root = document.body.appendChild(document.createElement('div'))
    void confirmSocialLogin(root, 'https://a-shop-with-a-long-name.example.org')
  },
}

describe('every window of the wallet', () => {
  it.each(Object.entries(windows))(
    'behavior: %s, by keyboard, by touch, and 320 px wide in text of twice the size',
    async (_, open) => {
      await page.viewport(1280, 800)
      await open()
      await expectFits()
    },
  )
})
