/** @jsxImportSource preact */
import { render } from 'preact'
import '../screens/base.css'
import { lazyStrings } from '../screens/lazyStrings.js'
import { RestoreScreen } from '../screens/RestoreScreen.js'
import { receiveRestore } from '../screens/restoreWindow.js'
import '../screens/screens.css'
import { proveCode } from '../factors/proveCode.js'
import { readSettings } from '../settings.js'
import './alone.css'
import { guardPresses } from './guardPresses.js'
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

function show({ walletId, origin, send }: Awaited<ReturnType<typeof receiveRestore>>): void {
  const { walletName } = readSettings(document.getElementById('latchkey-frame')?.textContent)
  const facts = { walletName, origin, dappName: undefined, account: undefined }
  guardPresses()
  const leave = () => {
    window.close()
    // A browser may refuse to close a window that was navigated.
    say(windowStrings.done)
  }
  render(
    <RestoreScreen
      screen={{
        kind: 'restore',
        ways: ['code'],
        async restore(way) {
          // The code stays in this window: what it proves and opens is all that the frame needs.
          if (way.kind === 'code') await send(await proveCode({ code: way.code, walletId }))
        },
      }}
      facts={facts}
      onDone={leave}
      onClose={leave}
    />,
    root,
  )
}

say(lazyStrings.windowAsking)
receiveRestore().then(show, () => say(windowStrings.lost))
