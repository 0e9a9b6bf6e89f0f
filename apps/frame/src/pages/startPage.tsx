/** @jsxImportSource preact */
import { render } from 'preact'
import { createAuthCalls } from '../api/createAuthCalls.js'
import { createGate } from '../api/createGate.js'
import { createMailCodes } from '../api/createMailCodes.js'
import { createWalletServer } from '../api/createWalletServer.js'
import { createSignIn, type SignIn as SignInJob } from '../handlers/createSignIn.js'
import { nameDevice } from '../handlers/nameDevice.js'
import { createScreens } from '../screens/createScreens.js'
import { createWrongNumbers } from '../screens/createWrongNumbers.js'
import { RestoreScreen } from '../screens/RestoreScreen.js'
import { readSettings } from '../settings.js'
import { openStorage } from '../storage/openStorage.js'
import { createSignOuts } from '../wallet/createSignOuts.js'
import { createWallet } from '../wallet/createWallet.js'
import { lockWithPage } from '../wallet/lockWithPage.js'
import type { Keyring } from '../worker/messages.js'
import { type CameBack, comeBack } from './comeBack.js'
import { guardPresses } from './guardPresses.js'
import { storeHandover, takeHandover } from './handover.js'
import { inDialog } from './inDialog.js'
import { createPageContext, type PageContext } from './pageContext.js'
import './pages.css'
import { type PageName, type PageView, Start } from './Start.js'
import { strings } from './strings.js'

/**
 * Starts a window of the wallet: with what the frame that opened it lends, else with a sign-in of its own.
 *
 * @param page - Which page.
 * @param keyring - The worker that holds the keys while the window is open.
 * @param View - What is drawn for the signed-in owner.
 */
export async function startPage<K extends Keyring>(page: PageName, keyring: K, View: PageView<K>): Promise<void> {
  const root = document.body.appendChild(document.createElement('div'))
  try {
    const { walletName } = readSettings(document.getElementById('latchkey-frame')?.textContent)
    // A restored wallet belongs to this page's own browser, however the window was opened.
    const back = await comeBack(window, Date.now())
    const lent = page === 'recover' ? undefined : ((await takeHandover()) ?? (await lentBefore(back)))
    const storage = lent?.storage ?? (await openStorage())
    const context = await createPageContext({
      storage,
      keyring,
      screens: inDialog((root) =>
        createScreens({
          root,
          walletName,
          origin: location.origin,
          isTrusted: true,
          wrongNumbers: createWrongNumbers(storage, location.origin),
          user: () => undefined,
          restoreScreen: RestoreScreen,
        }),
      ),
      walletName,
      origin: location.origin,
      passkeys: { credentials: navigator.credentials, host: location.hostname },
      lent: lent?.session,
      newEmail: lent?.newEmail,
      back,
      leave: (uri) => location.assign(uri),
      fetch: (path, init) => fetch(path, init),
      now: () => Date.now(),
      locks: navigator.locks,
    })
    lockWithPage({ document, window }, () => void keyring.lock({}))
    guardPresses()
    const { signIn, signOut } = signInOf(context)
    render(<Start page={page} context={context} signIn={signIn} onSignOut={signOut} View={View} />, root)
  } catch (error) {
    root.textContent = strings.unsettled
    throw error
  }
}

/** The session handed over before a redirect: the provider's page may have severed the opener. */
async function lentBefore(back: CameBack | undefined) {
  const lent = back?.lent
  return lent && { storage: await storeHandover(lent), session: lent.session, newEmail: undefined }
}

function signInOf(context: PageContext): { signIn: SignInJob; signOut: () => Promise<void> } {
  const { storage, keyring, device, now, embedder, sessions } = context
  const signOuts = createSignOuts({
    storage,
    clock: {
      setTimeout: (job, ms) => setTimeout(job, ms),
      onOnline: (job) => addEventListener('online', job),
    },
    signOut: (session) => {
      const gate = createGate('', undefined)
      const parts = { device, now, gate, session: async () => session, renew: async () => {} }
      const server = createWalletServer({ ...parts, fetch: (path, init) => fetch(path, init) })
      return createAuthCalls(
        server,
        createMailCodes({ server, keyring, device, session: async () => session }),
      ).signOut()
    },
  })
  const signIn = createSignIn({
    context,
    wallet: createWallet(context),
    signOuts,
    embedder,
    deviceName: nameDevice(navigator.userAgent),
    locale: navigator.language.slice(0, 35),
  })
  return {
    signIn,
    async signOut() {
      const session = await sessions.read()
      await sessions.close()
      await keyring.lock({})
      if (session) await signOuts.end(session)
    },
  }
}
