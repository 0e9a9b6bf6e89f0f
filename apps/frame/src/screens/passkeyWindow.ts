import { devicePublicKey } from '@latchkey/protocol/internal/walletApi'
import * as z from 'zod/mini'
import { openTaskWindow, receiveTask, type TaskOptions } from './taskWindow.js'

/** The use of a passkey: sign in, or create a wallet. */
export type PasskeyWish = 'sign-in' | 'sign-up'

const id = z.string().check(z.regex(/^[\w-]{16,64}$/))
const text = z.string().check(z.regex(/^[\w-]{1,8192}$/))
const key = z.instanceof(CryptoKey)
// The API's own schema would be cut out of the file that every page loads.
const assertion = z.object({ credentialId: text, authenticatorData: text, clientDataJSON: text, signature: text })
const begun = z.object({ challenge: text, walletId: z.optional(id) })
const found = z.object({ kind: z.literal('found'), assertion, walletId: z.string(), clientKey: key })
const made = z.object({
  kind: z.literal('made'),
  passkey: z.object({ credentialId: text, publicKey: devicePublicKey, isDoor: z.literal(true) }),
  registration: z.object({ authenticatorData: text, clientDataJSON: text }),
  clientKey: key,
})
const sent = z.union([z.object({ kind: z.literal('begin'), wish: z.enum(['sign-in', 'sign-up']) }), found, made])

/** What leaves the window of a passkey: the proof for servers, and a non-extractable key. */
export type SentPasskey = z.infer<typeof found> | z.infer<typeof made>
/** The challenge of a passkey, with the wallet of a new one. */
export type PasskeyBegun = z.infer<typeof begun>

/**
 * Opens the wallet's own window in which a passkey is used or made, from within a click: no page is around it.
 *
 * @param task - The page that the wallet is for.
 * @param options - Gives what the passkey has to answer; does something with its answer. Each rejects with what the window says;
 * besides see `TaskOptions`.
 * @returns Whether the browser opened the window.
 */
export function openPasskeyWindow(
  task: { readonly origin: string },
  {
    begin,
    finish,
    ...options
  }: TaskOptions & {
    readonly begin: (wish: PasskeyWish) => Promise<PasskeyBegun>
    readonly finish: (passkey: SentPasskey) => Promise<void>
  },
): boolean {
  return openTaskWindow('passkey', task, {
    ...options,
    async take(data) {
      const read = z.safeParse(sent, data)
      if (!read.success) return undefined
      if (read.data.kind === 'begin') return { answer: await begin(read.data.wish), isOver: false }
      await finish(read.data)
      return { isOver: true }
    },
  })
}

/**
 * The window's end: asks the frame that opened it for which page it is.
 *
 * @returns The page, how the window asks what a passkey has to answer, and how its answer is handed over; that resolves once the frame
 * has signed in with it.
 * @throws LatchkeyError WALLET_DISCONNECTED when no frame of this origin opened the window or it is gone.
 */
export async function receivePasskeyTask(): Promise<{
  readonly origin: string
  begin(wish: PasskeyWish): Promise<PasskeyBegun>
  send(passkey: SentPasskey): Promise<void>
}> {
  const { task, send } = await receiveTask<{ origin: string }>('passkey')
  return {
    origin: task.origin,
    begin: async (wish) => z.parse(begun, await send({ kind: 'begin', wish })),
    send: async (passkey) => void (await send(passkey)),
  }
}
