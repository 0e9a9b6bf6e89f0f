import { devicePublicKey, walletAddresses } from '@latchkey/protocol/internal/walletApi'
import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))
const key = z.instanceof(CryptoKey)

const session = z.object({
  sessionToken: text,
  sessionId: text,
  userId: text,
  projectId: z.string(),
  parentOrigin: text,
  email: z.nullable(z.string()),
  expiresAt: z.number(),
})

/** Everything that a browser keeps of the wallet, by name. */
export const records = {
  /** The key that this browser signs its calls with; it cannot be read out. */
  device: z.object({ privateKey: key, publicKey: devicePublicKey }),
  /** The session of one embedding origin. */
  session,
  /** The device factor of one user: the half that stays here, under a key that cannot be read out. */
  wallet: z.object({
    walletId: text,
    userId: text,
    addresses: walletAddresses,
    epoch: z.int(),
    factorId: text,
    clientCipher: text,
    clientKey: key,
  }),
  /** The last choice for one embedding origin. */
  choices: z.object({ chainId: z.optional(text), email: z.optional(text) }),
  /** The receivers that one account paid from this browser, the most recent first. */
  receivers: z.object({ addresses: z.array(text) }),
  /** Calls that one embedding origin had sent together, the last first. */
  bundles: z.object({
    bundles: z.array(z.object({ id: z.string(), chainId: text, count: z.int(), hashes: z.array(text), sent: z.int() })),
  }),
  /** There while a wrong number was pressed on one embedding origin and nothing was approved in the window since. */
  wrongNumbers: z.object({}),
  /** Sessions that were ended while the server was unreachable. */
  ended: z.object({ sessions: z.array(session) }),
}
/** The name of a kind of record. */
export type RecordName = keyof typeof records
/** One record. */
export type RecordOf<N extends RecordName> = z.output<(typeof records)[N]>
