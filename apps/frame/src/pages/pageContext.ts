import { createAuthCalls } from '../api/createAuthCalls.js'
import { createCustodyCalls } from '../api/createCustodyCalls.js'
import { createGate } from '../api/createGate.js'
import { createMailCodes } from '../api/createMailCodes.js'
import { createWalletServer } from '../api/createWalletServer.js'
import type { PasskeyHost } from '../factors/passkey.js'
import { openDevice } from '../storage/openDevice.js'
import type { RecordOf } from '../storage/records.js'
import type { FrameStorage } from '../storage/storage.js'
import type { Screens } from '../types.js'
import { createSessions } from '../wallet/createSessions.js'
import type { WalletContext } from '../wallet/walletContext.js'
import type { Keyring } from '../worker/messages.js'
import type { CameBack } from './comeBack.js'
import { createLoginCalls, type LoginCalls } from './loginCalls.js'
import { createOwnerCalls, type OwnerCalls } from './ownerCalls.js'

/** The services of a window of the wallet. */
export type PageContext<K extends Keyring = Keyring> = WalletContext & {
  readonly keyring: K
  readonly owner: OwnerCalls
  readonly logins: LoginCalls
  readonly walletName: string
  readonly passkeys: PasskeyHost
  /** Whether the session is the frame's that opened the window. */
  readonly isLent: boolean
  /** The address that the page around the frame asks to change to. */
  readonly newEmail?: string | undefined
  /** Leaves this page for another. */
  readonly leave: (uri: string) => void
  /** Takes the sign-in that this page was left for and is come back from, once, where it was for this. */
  readonly takeBack: (...purposes: readonly CameBack['purpose'][]) => CameBack | undefined
  /** Returns 'ended' when the server no longer knows the session. */
  readonly ended: EventTarget
}

/** The parts of a window. */
export type PageParts<K extends Keyring> = {
  readonly storage: FrameStorage
  readonly keyring: K
  readonly screens: Screens
  readonly walletName: string
  readonly origin: string
  readonly passkeys: PasskeyHost
  /** The session that was lent by the frame; nothing when the window was opened by itself. */
  readonly lent?: RecordOf<'session'> | undefined
  readonly newEmail?: string | undefined
  /** The sign-in that this page was left for and is come back from. */
  readonly back?: CameBack | undefined
  readonly leave: (uri: string) => void
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
  readonly locks: Pick<LockManager, 'request'> | undefined
}

/**
 * Puts together what a window of the wallet works with: over what the frame lent it, or over this browser's own storage.
 *
 * @param parts - What differs between windows and tests.
 * @returns The context.
 */
export async function createPageContext<K extends Keyring>(parts: PageParts<K>): Promise<PageContext<K>> {
  const { storage, keyring, screens, walletName, origin, passkeys, lent, fetch, now, locks } = parts
  const embedder = lent ? { origin: lent.parentOrigin, projectId: lent.projectId } : { origin, projectId: 'wallet' }
  const device = await openDevice(storage)
  const sessions = createSessions(storage, embedder.origin)
  const ended = new EventTarget()
  let { back } = parts
  const server = createWalletServer({
    fetch,
    device,
    session: sessions.read,
    now,
    gate: createGate(`latchkey-session/${embedder.origin}`, locks),
    renew: (sessionToken) => sessions.change({ sessionToken }),
    async onExpired(sessionId) {
      await sessions.close(sessionId)
      ended.dispatchEvent(new Event('ended'))
    },
  })
  const codes = createMailCodes({ server, keyring, device, session: sessions.read })
  return {
    embedder,
    walletHost: passkeys.host,
    walletName,
    passkeys,
    isLent: lent !== undefined,
    newEmail: parts.newEmail,
    leave: parts.leave,
    takeBack(...purposes) {
      if (back === undefined || !purposes.includes(back.purpose)) return undefined
      const taken = back
      back = undefined
      return taken
    },
    ended,
    storage,
    keyring,
    device,
    sessions,
    screens,
    now,
    turns: createGate('latchkey-wallet', locks),
    auth: createAuthCalls(server, codes, keyring),
    custody: createCustodyCalls(server),
    owner: createOwnerCalls(server, codes),
    logins: createLoginCalls(server),
  }
}
