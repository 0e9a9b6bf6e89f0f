import { LatchkeyError } from '@latchkey/protocol/errors'
import type { NewFactor } from '@latchkey/protocol/internal/walletApi'
import { isRefusal } from '../api/walletServerError.js'
import { createPasskey } from '../factors/passkey.js'
import { proveCode } from '../factors/proveCode.js'
import { randomId } from '../wallet/randomId.js'
import { withStepUp } from '../wallet/withStepUp.js'
import { confirmByCode, type Opened, openWallet } from './openWallet.js'
import type { PageContext } from './pageContext.js'
import { replaceKey } from './replaceKey.js'
import { saveFile } from './saveFile.js'

// The server believes for five minutes that this session opened the wallet.
const proofLife = 4 * 60_000
const resendPause = 30_000

/**
 * Creates the jobs of an owner over one window. Each opens the wallet first, unless it was opened here a moment ago.
 *
 * @param context - The window's neighbours.
 * @param signal - Ends them all.
 * @returns The jobs; each throws what `openWallet` throws.
 */
export function createOwnerJobs(context: PageContext, signal: AbortSignal) {
  const { custody, screens, keyring, owner, sessions, now, passkeys, walletName } = context
  let held: (Opened & { at: number }) | undefined

  /** Opens the wallet by what only its owner has, so that the server does what a mailbox alone must not. */
  async function asOwner(job: () => Promise<unknown>): Promise<void> {
    try {
      await job()
    } catch (error) {
      if (!isRefusal(error, 'OWNER_REQUIRED')) throw error
      held = { ...(await openWallet(context, 'factor', signal, { byOwner: true })), at: now() }
      await job()
    }
  }
  async function open(): Promise<Opened> {
    const isFresh = held !== undefined && now() - held.at < proofLife
    if (held && isFresh && (await keyring.status({})).isUnlocked) {
      await confirmByCode(context, signal)
      return held
    }
    const opened = await openWallet(context, 'factor', signal)
    held = { ...opened, at: now() }
    return opened
  }
  async function add(
    { walletId }: Opened,
    plan: { kind: 'passkey' | 'code'; clientKey: CryptoKey },
    more: Partial<NewFactor>,
    replaces: string | undefined,
  ): Promise<void> {
    const custodyKeys = await custody.readKeys({ signal })
    const { factor, epoch } = await keyring.addFactor({ custodyKeys, factor: { ...plan, factorId: randomId() } })
    await owner.addFactor({
      walletId,
      epoch,
      factor: { ...factor, ...more },
      ...(replaces === undefined ? {} : { replaces }),
    })
  }

  return {
    open,
    /** Takes over a wallet that was opened for something else. */
    use(opened: Opened) {
      held = { ...opened, at: now() }
    },
    async addPasskey(name: string): Promise<void> {
      const opened = await open()
      const { walletId } = opened
      const { factors } = await custody.listFactors({ signal })
      const credentialIds = factors.flatMap(({ passkey }) => (passkey ? [passkey.credentialId] : []))
      const label = (await sessions.require()).email ?? walletName
      // Where one signs in by itself there is no address, and the next has to do so too.
      const isDoor = factors.some(({ passkey }) => passkey?.isDoor)
      const made = await createPasskey(passkeys, { walletId, walletName, label, credentialIds, isDoor, signal })
      await add(opened, { kind: 'passkey', clientKey: made.clientKey }, { passkey: made.passkey, name }, undefined)
    },
    /** Activates a recovery code, in the place of the one that there is. */
    async addCode(code: string): Promise<void> {
      const opened = await open()
      const { factors } = await custody.listFactors({ signal })
      const { extras, clientKey } = await proveCode({ code, walletId: opened.walletId })
      const before = factors.find(({ kind }) => kind === 'code')
      await add(opened, { kind: 'code', clientKey }, extras, before?.factorId)
    },
    async removeFactor(factorId: string): Promise<{ deleteAt: number }> {
      await open()
      return owner.deleteFactor(factorId)
    },
    /** Replaces the wallet key, and the recovery code with it where there is one. */
    async replaceKey(code: string | undefined): Promise<void> {
      await replaceKey(context, await open(), { code, signal })
    },
    /** Removes another browser. */
    revoke: (deviceId: string): Promise<void> => asOwner(() => owner.revokeDevice(deviceId)),
    /** Changes the address by the codes of both addresses, and gives the new one as the server writes it. */
    async changeEmail(newEmail: string): Promise<string> {
      const { email } = await sessions.require()
      if (email?.toLowerCase() === newEmail.toLowerCase())
        throw new LatchkeyError('INVALID_PARAMS', 'This is your address already. Give another one.')
      const start = () => owner.startChange(newEmail, signal)
      await asOwner(start)
      await screens.ask(
        {
          kind: 'code',
          purpose: 'primary',
          email: email ?? '',
          nextAt: now() + resendPause,
          submit: async (code) => {
            await owner.verifyPrimary(foldCode(code), signal)
          },
          async resend() {
            await start()
            return resendPause
          },
        },
        { signal },
      )
      let changed = newEmail
      await screens.ask(
        {
          kind: 'code',
          purpose: 'secondary',
          email: newEmail,
          nextAt: now() + resendPause,
          submit: async (code) => {
            changed = (await owner.verifySecondary(foldCode(code), newEmail, signal)).newEmail
          },
          // The second code comes after the first, so the server sends both anew only from the beginning.
          async resend() {
            throw new LatchkeyError('INVALID_REQUEST', 'Start the change again to get new codes')
          },
        },
        { signal },
      )
      await sessions.change({ email: changed })
      return changed
    },
    /** Lets a browser have the wallet that asks for it. */
    async allow(deviceId: string): Promise<void> {
      await open()
      await owner.answerRestore(deviceId, 'approve')
    },
    /**
     * Has the wallet, and all that is kept without one, deleted after the operator's wait.
     *
     * @returns When, in milliseconds since 1970.
     */
    async deleteWallet(): Promise<number> {
      const { walletId } = await custody.listFactors({ signal })
      let dueAt = 0
      await asOwner(async () => {
        if (walletId !== null) await open()
        dueAt = (await withStepUp(context, signal, owner.askDeletion)).dueAt
      })
      return dueAt
    },
    /** Downloads the user's data as a file. */
    async saveData(): Promise<void> {
      let record = {}
      await asOwner(async () => {
        record = await withStepUp(context, signal, owner.readRecord)
      })
      const text = `${JSON.stringify(record, null, 2)}\n`
      saveFile(new File([text], 'wallet-data.json', { type: 'application/json' }))
    },
    async keepFactor(factorId: string): Promise<void> {
      await open()
      await owner.keepFactor(factorId)
    },
  }
}

function foldCode(code: string): string {
  return code.normalize('NFKC').replace(/[\s-]/g, '')
}
