import type { AuthCalls } from '../api/createAuthCalls.js'
import type { CustodyCalls } from '../api/createCustodyCalls.js'
import type { Gate } from '../api/createGate.js'
import type { openRestoreWindow } from '../screens/restoreWindow.js'
import type { Device } from '../storage/openDevice.js'
import type { FrameStorage } from '../storage/storage.js'
import type { Embedder, Screens } from '../types.js'
import type { Keyring } from '../worker/messages.js'
import type { Sessions } from './createSessions.js'

/** The shared services of one embedding page's wallet. */
export type WalletContext = {
  readonly embedder: Embedder
  readonly walletHost: string
  readonly storage: FrameStorage
  readonly device: Device
  readonly keyring: Keyring
  readonly sessions: Sessions
  readonly auth: AuthCalls
  readonly custody: CustodyCalls
  readonly screens: Screens
  readonly now: () => number
  /** Runs work that only one tab of this browser may do at a time. */
  readonly turns: Pick<Gate, 'alone'>
  /** Loads what opens the window for the recovery code; absent in the wallet's own windows, which ask for it themselves. */
  readonly loadRestore?: () => Promise<typeof openRestoreWindow>
}
