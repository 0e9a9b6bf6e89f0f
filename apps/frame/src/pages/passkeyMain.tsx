/** @jsxImportSource preact */
import { render } from 'preact'
import '../screens/base.css'
import { lazyStrings } from '../screens/lazyStrings.js'
import { type PasskeyWish, receivePasskeyTask } from '../screens/passkeyWindow.js'
import '../screens/screens.css'
import { createPasskey, findPasskey } from '../factors/passkey.js'
import { readSettings } from '../settings.js'
import './alone.css'
import { guardPresses } from './guardPresses.js'
import { PasskeyScreen } from './PasskeyScreen.js'
import './pages.css'
import { windowStrings } from './windowStrings.js'

const root = document.body.appendChild(document.createElement('div'))
const say = (text: string) =>
  render(
    <p class="lf-alone" role="status">
      {text}
    </p>,
    root,
  )

function show({ origin, begin, send }: Awaited<ReturnType<typeof receivePasskeyTask>>): void {
  const { walletName } = readSettings(document.getElementById('latchkey-frame')?.textContent)
  const host = { credentials: navigator.credentials, host: location.hostname }
  guardPresses()
  const leave = () => {
    window.close()
    // A browser may refuse to close a window that was navigated.
    say(windowStrings.done)
  }
  async function use(wish: PasskeyWish): Promise<void> {
    const { challenge, walletId = '' } = await begin(wish)
    if (wish === 'sign-in') return send({ kind: 'found', ...(await findPasskey(host, { challenge })) })
    // The date distinguishes several wallets in the browser's list of passkeys.
    const label = `${walletName}, ${new Date().toLocaleDateString()}`
    const made = await createPasskey(host, {
      walletId,
      walletName,
      label,
      credentialIds: [],
      isDoor: true,
      challenge,
    })
    const { clientKey, registration } = made
    return send({ kind: 'made', passkey: { ...made.passkey, isDoor: true }, registration, clientKey })
  }
  render(
    <PasskeyScreen
      facts={{ walletName, origin, dappName: undefined, account: undefined }}
      use={use}
      onDone={leave}
      onClose={leave}
    />,
    root,
  )
}

say(lazyStrings.windowAsking)
receivePasskeyTask().then(show, () => say(windowStrings.lost))
