import { kitKeyOf, proveCode } from '../factors/proveCode.js'
import { releaseFactor } from '../wallet/releaseFactor.js'
import type { ExportKeyring } from '../worker/exportCalls.js'
import { confirmByCode } from './openWallet.js'
import type { PageContext } from './pageContext.js'

/**
 * Creates the offline kit of a wallet that is open for export. The vault looks at the code first: a kit under a mistaken code
 * would open nothing on the day it is needed.
 *
 * @param context - The window's neighbours.
 * @param kit - The wallet, its recovery code's factor, and the code as it was typed.
 * @returns The file.
 * @throws WalletServerError PROOF_WRONG for another code; LatchkeyError INVALID_PARAMS for a mistyped one.
 */
export async function makeKit(
  context: PageContext<ExportKeyring>,
  { walletId, factorId, code, signal }: { walletId: string; factorId: string; code: string; signal: AbortSignal },
): Promise<File> {
  await confirmByCode(context, signal)
  const plan = { walletId, factorId, kind: 'code', purpose: 'factor', minimumEpoch: 0, signal } as const
  // What is released here opens nothing: the worker is not given it.
  await releaseFactor(context, { ...plan, prove: () => proveCode({ code, walletId }) })
  const { kit } = await context.keyring.kit({ key: await kitKeyOf({ code, walletId }) })
  return new File([`${JSON.stringify(kit, null, 2)}\n`], 'latchkey-kit.json', { type: 'application/json' })
}
