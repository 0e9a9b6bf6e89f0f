// The page: who logs in connects a wallet and signs; the server keeps that in its cookie.
import '@latchkey/react/styles.css'
import { injected } from '@latchkey/connectors/injected'
import { cloudSignIn, createConfig, disconnect, getSignInSession } from '@latchkey/core'
import { createModal } from '@latchkey/react/modal'
import { solana } from '@latchkey/solana'
import { authJsSignIn } from './authJsSignIn'
import { ethereum, solanaChain } from './world'

const config = createConfig({
  chains: [ethereum, solanaChain],
  namespaces: [solana()],
  connectors: [injected()],
  // `/?authjs` is the same page of an app that has Auth.js.
  siwx: location.search === '?authjs' ? authJsSignIn : cloudSignIn({ url: location.origin }),
})
const modal = createModal(config, { themeMode: 'light' })

const show = () => {
  const person = document.getElementById('person')
  if (person) person.textContent = getSignInSession(config)?.data.accountAddress ?? 'nobody'
}
show()
config.signIn?.subscribe(show)
document.getElementById('in')?.addEventListener('click', () => modal.open())
document.getElementById('out')?.addEventListener('click', () => disconnect(config))
