import { createClientKey } from '../wallet/createClientKey.js'
import { randomId } from '../wallet/randomId.js'
import type { Opened } from './openWallet.js'
import type { PageContext } from './pageContext.js'

/**
 * Stores a half of its own for this browser, of a wallet that was just opened here.
 *
 * @param context - The window's neighbours.
 * @param opened - The wallet; its keys are in the worker.
 * @param signal - Ends it.
 */
export async function keepDevice(
  { custody, storage, keyring, sessions }: PageContext,
  { walletId, addresses, epoch }: Opened,
  signal: AbortSignal,
): Promise<void> {
  const { userId } = await sessions.require()
  const factorId = randomId()
  const clientKey = await createClientKey()
  const custodyKeys = await custody.readKeys({ signal })
  const { factor } = await keyring.addFactor({ custodyKeys, factor: { factorId, kind: 'device', clientKey } })
  // The client half of a device stays here, encrypted or not.
  const { clientCipher = '', ...sent } = factor
  await custody.addFactor({ walletId, epoch, factor: sent }, { signal })
  await storage.write('wallet', userId, { walletId, userId, addresses, epoch, factorId, clientCipher, clientKey })
}
