import * as z from 'zod/mini'
import type { FactorProof } from '../types.js'
import { openTaskWindow, receiveTask, type TaskOptions } from './taskWindow.js'

/** What the window is for: which wallet the code has to open, and the page that the wallet is brought to. */
export type RestoreTask = { readonly walletId: string; readonly origin: string }
/** What leaves the window of a recovery code: the proof for the vault, and a non-extractable key. */
export type SentProof = FactorProof & { readonly extras: { readonly verifier: string; readonly locator: string } }

const bytes = z.string().check(z.regex(/^[\w-]{43}$/))
const proof = z.object({
  extras: z.object({ verifier: bytes, locator: bytes }),
  clientKey: z.instanceof(CryptoKey),
})

/**
 * Opens the wallet's own window that asks for the recovery code, from within a click. The code stays in it, and only the proof that is
 * made of it comes over.
 *
 * @param task - Which wallet, and for which page.
 * @param options - What is done with a proof, which rejects with what the window says; besides see `TaskOptions`.
 * @returns Whether the browser opened the window.
 */
export function openRestoreWindow(
  task: RestoreTask,
  { onProof, ...options }: TaskOptions & { readonly onProof: (proof: SentProof) => Promise<void> },
): boolean {
  return openTaskWindow('restore', task, {
    ...options,
    async take(data) {
      const sent = z.safeParse(proof, data)
      if (!sent.success) return undefined
      await onProof(sent.data)
      return { isOver: true }
    },
  })
}

/**
 * The window's end: asks the frame that opened it which wallet the code has to open.
 *
 * @returns The task, and how a proof is handed over; that resolves once the frame has opened the wallet with it.
 * @throws LatchkeyError WALLET_DISCONNECTED when no frame of this origin opened the window or it is gone.
 */
export async function receiveRestore(): Promise<RestoreTask & { send(proof: SentProof): Promise<void> }> {
  const { task, send } = await receiveTask<RestoreTask>('restore')
  return { ...task, send: async (proof) => void (await send(proof)) }
}
