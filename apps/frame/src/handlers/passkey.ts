import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { createPasskeyCalls } from '../api/createPasskeyCalls.js'
import { isRefusal } from '../api/walletServerError.js'
import { openPasskeyWindow, type PasskeyBegun, type PasskeyWish, type SentPasskey } from '../screens/passkeyWindow.js'
import type { OpenWindow, WalletServer } from '../types.js'
import type { OwnWallet } from '../wallet/createWallet.js'
import { randomId } from '../wallet/randomId.js'
import { releaseFactor } from '../wallet/releaseFactor.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { SignIn } from './createSignIn.js'
import type { HandlerGroup } from './groups.js'

/** Signing up and in with a passkey alone. It is made and used in a window of the wallet, and never in this page. */
export function createPasskeyHandlers({
  context,
  server,
  signIn,
  wallet,
  deviceName,
  loadWindow,
  openPasskey = openPasskeyWindow,
}: {
  readonly context: WalletContext
  readonly server: WalletServer
  readonly signIn: Pick<SignIn, 'adopt' | 'begin'>
  readonly wallet: Pick<OwnWallet, 'enter'>
  readonly deviceName: string
  readonly loadWindow: () => Promise<OpenWindow>
  readonly openPasskey?: typeof openPasskeyWindow | undefined
}): HandlerGroup<'connectPasskey'> {
  const { device, embedder, screens, keyring } = context
  const calls = createPasskeyCalls(server)
  const { origin: parentOrigin, projectId } = embedder
  const { publicKey: devicePublicKey } = device
  const site = { projectId, parentOrigin, devicePublicKey }

  return {
    async connectPasskey(_, { signal: given }) {
      const signal = AbortSignal.any([given, signIn.begin()])
      // A window opens only straight from a click, so what opens it is here before.
      const openWindow = await loadWindow()
      let begun: PasskeyBegun | undefined
      let isNew = false

      async function begin(wish: PasskeyWish): Promise<PasskeyBegun> {
        const asked = wish === 'sign-in' ? calls.ask({ devicePublicKey }, { signal }) : calls.start(site, { signal })
        const { challenge } = await asked.catch((cause: unknown) => {
          if (!isRefusal(cause, 'NOT_FOUND')) throw cause
          throw new LatchkeyError('UNSUPPORTED_METHOD', cause.message, { cause })
        })
        begun = { challenge, ...(wish === 'sign-up' ? { walletId: randomId() } : {}) }
        return begun
      }
      async function finish(passkey: SentPasskey): Promise<void> {
        const { challenge, walletId } = begun ?? {}
        begun = undefined
        if (challenge === undefined || (walletId === undefined) === (passkey.kind === 'made'))
          throw new LatchkeyError('INVALID_REQUEST', 'This passkey was not asked for. Try again.')
        const { clientKey } = passkey
        if (passkey.kind === 'made') {
          const { registration, passkey: made } = passkey
          const { credentialId, publicKey } = made
          const own = { credentialId, publicKey, ...registration }
          const opened = await calls.signUp({ ...site, deviceName, challenge, registration: own }, { signal })
          await signIn.adopt(opened, null, signal)
          const more = { passkey: made, name: deviceName }
          await wallet.enter({ signal, passkey: { made: { walletId: walletId ?? '', clientKey, more } } })
          isNew = true
          return
        }
        const { assertion } = passkey
        const found = await calls.find({ challenge, assertion, devicePublicKey }, { signal })
        // Its key is bound to the wallet that the passkey names.
        if (found.walletId !== passkey.walletId)
          throw new LatchkeyError('UNAUTHORIZED', 'This passkey does not open its wallet')
        const opened = await calls.open({ ...site, deviceName, voucher: found.voucher }, { signal })
        await signIn.adopt(opened, null, signal)
        const { factorId } = found
        // The vault releases its half once without another answer.
        const prove = async () => ({ extras: {}, clientKey })
        await wallet.enter({
          signal,
          passkey: {
            open: async (plan) =>
              keyring.unlock(await releaseFactor(context, { ...plan, factorId, kind: 'passkey', prove })),
          },
        })
      }

      let window = new AbortController()
      try {
        await screens.ask(
          {
            kind: 'window',
            about: 'passkey',
            open(told) {
              window.abort()
              window = new AbortController()
              return openPasskey({ origin: parentOrigin }, { ...told, begin, finish, signal: window.signal })
            },
          },
          { signal },
        )
      } finally {
        window.abort()
      }
      if (!isNew) return
      try {
        await screens.ask({ kind: 'window', about: 'backup', open: () => openWindow('security#code') }, { signal })
      } catch (error) {
        // Who puts it off is signed in all the same.
        if (!isLatchkeyError(error, 'USER_REJECTED')) throw error
      }
    },
  }
}
