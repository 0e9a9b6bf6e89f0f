import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import type { NewFactor } from '@latchkey/protocol/internal/walletApi'
import { provePasskey } from '../factors/passkey.js'
import { proveCode } from '../factors/proveCode.js'
import { createClientKey } from '../wallet/createClientKey.js'
import { randomId } from '../wallet/randomId.js'
import type { FactorPlan } from '../worker/messages.js'
import type { Opened } from './openWallet.js'
import type { PageContext } from './pageContext.js'

type Planned = { readonly plan: FactorPlan; readonly more: Partial<NewFactor> }

/**
 * Replaces the key of a wallet that is open here, with new halves for this browser, the passkeys and the operator. What lost
 * browsers, old backups and the old recovery code hold opens nothing afterwards; the words stay the same.
 *
 * @param context - The window's neighbours.
 * @param opened - The wallet; its keys are in the worker.
 * @param options - A new recovery code where there was one; a signal that ends it.
 * @throws WalletServerError with the refusal; LatchkeyError USER_REJECTED when a passkey was not used: then nothing has changed.
 */
export async function replaceKey(
  context: PageContext,
  { walletId, addresses }: Opened,
  { code, signal }: { readonly code: string | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { custody, storage, keyring, owner, passkeys, sessions } = context
  const { userId } = await sessions.require()
  const { factors } = await custody.listFactors({ signal })
  const planned: Planned[] = []
  if (await storage.read('wallet', userId)) planned.push(await plan('device', createClientKey()))
  if (factors.some(({ kind }) => kind === 'auto'))
    planned.push({ plan: { factorId: randomId(), kind: 'auto' }, more: {} })
  for (const { passkey, name } of factors) {
    if (!passkey) continue
    const challenge = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
    const credentialIds = [passkey.credentialId]
    const { isDoor } = passkey
    const proof = provePasskey(passkeys, { challenge, walletId, credentialIds, isDoor, signal })
    const more = { passkey, ...(name === undefined ? {} : { name }) }
    planned.push(
      await plan(
        'passkey',
        proof.then(({ clientKey }) => clientKey),
        more,
      ),
    )
  }
  if (code !== undefined) {
    const { extras, clientKey } = await proveCode({ code, walletId })
    planned.push(await plan('code', clientKey, extras))
  }

  const custodyKeys = await custody.readKeys({ signal })
  const made = await keyring.rotate({ custodyKeys, factors: planned.map(({ plan }) => plan) })
  const { epoch, blob } = made
  const sent = made.factors.map(({ clientCipher, ...factor }, at): NewFactor => {
    // The client half of a device stays here, encrypted or not.
    const half = clientCipher === undefined || factor.kind === 'device' ? {} : { clientCipher }
    return { ...factor, ...half, ...planned[at]?.more }
  })
  try {
    await owner.rotate(walletId, { epoch, blob, factors: sent })
  } catch (error) {
    // The answer may have been lost on its way; what the server has now is what counts.
    const now = await custody.listFactors({ signal }).catch(() => undefined)
    const isTaken = sent.every(({ factorId }) => now?.factors.some((factor) => factor.factorId === factorId))
    if (!isTaken) {
      await keyring.settleRotation({ isTaken })
      throw error
    }
  }
  await keyring.settleRotation({ isTaken: true })
  const own = made.factors.find(({ kind }) => kind === 'device')
  const clientKey = planned.find(({ plan }) => plan.kind === 'device')?.plan.clientKey
  if (!own?.clientCipher || !clientKey) return
  const { factorId, clientCipher } = own
  await storage.write('wallet', userId, { walletId, userId, addresses, epoch, factorId, clientCipher, clientKey })
}

async function plan(
  kind: 'device' | 'passkey' | 'code',
  clientKey: CryptoKey | Promise<CryptoKey>,
  more: Partial<NewFactor> = {},
): Promise<Planned> {
  return { plan: { factorId: randomId(), kind, clientKey: await clientKey }, more }
}
