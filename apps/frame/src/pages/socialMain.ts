import '../screens/base.css'
import '../screens/screens.css'
import { handSocialResult } from '../screens/socialResult.js'
import './alone.css'
import { confirmSocialLogin } from './confirmSocialLogin.js'
import './pages.css'
import { readSocialReturn } from './readSocialReturn.js'
import { strings } from './strings.js'

const { hash, origin } = location
const fragment = hash.slice(1)
// What opens a wallet must not stay in the address or in the history.
history.replaceState(null, '', '/social')

function say(text: string): void {
  const line = document.body.appendChild(document.createElement('p'))
  line.className = 'lf-alone'
  line.setAttribute('role', 'status')
  line.textContent = text
}
const done = new URLSearchParams(fragment).get('to') === origin ? strings.socialOwnDone : strings.socialDone
const hand = () => say(handSocialResult(fragment, window.opener, origin) ? done : strings.socialLost)

/** Asks whether the sign-in goes on, where there is one, and leads on. */
async function goOn(): Promise<void> {
  const back = readSocialReturn(fragment)
  // Without a result there is nothing to give, and the site says what went wrong.
  if (back === undefined) return hand()
  const isWanted = await confirmSocialLogin(document.body, back.origin)
  if (back.uri !== undefined) return location.replace(isWanted ? back.uri : back.uri.replace(/\.[\w-]*$/, '.'))
  if (isWanted) return hand()
  window.close()
  say(strings.socialLost)
}

void goOn()
