import * as z from 'zod/mini'

/** How many sessions of one account may be open at once. */
export const openSessions = 50
/** How many sessions that one client address began may wait to be opened. */
export const waitingSessions = 100
/** How long a session may be meant to last, in seconds. */
export const longestSession = 366 * 86_400

const hex = z.string().check(z.regex(/^0x([0-9a-fA-F]{2})+$/, 'must be hex'))
const typed = z.looseObject({ type: z.string().check(z.minLength(1), z.maxLength(100)) })
// A line break would let a name write lines of its own into what is signed.
const line = z.string().check(z.regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,100}$/u, 'must be one line of at most 100 characters'))
const picture = z.string().check(z.maxLength(2048), z.regex(/^https:\/\/[\x21-\x7e]+$/, 'must be an https address'))
const pci = z.string().check(z.regex(/^[\w-]{1,100}$/, 'is not the name of a session'))

/** Body of `POST /v1/sessions/{account}`; `expiry` in seconds since 1970. */
export const sessionRequest = z.object({
  chainId: z.optional(z.string()),
  expiry: z.int(),
  signer: z.optional(typed),
  permissions: z.array(typed).check(z.minLength(1), z.maxLength(20)),
  policies: z._default(z.array(typed).check(z.maxLength(20)), []),
  projectId: z.optional(z.string()),
  /** The app's own name; its origin is that of the browser. */
  project: z.optional(z.object({ name: z.optional(line), iconUrl: z.optional(picture) })),
})

const signature = hex.check(z.maxLength(32_768))

/** Body of `POST /v1/sessions/{account}/activate`: the grant of the wallet, and the account's signature. */
export const sessionActivation = z.object({
  pci,
  context: hex.check(z.maxLength(32_768)),
  /** Over `formatSessionActivation`. */
  signature,
})
/** Body of `POST /v1/sessions/{account}/revoke`. */
export const sessionRevocation = z.object({
  pci,
  /** Over `formatSessionRevocation`. */
  signature,
})
