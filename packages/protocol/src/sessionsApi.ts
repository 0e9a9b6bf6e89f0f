import * as z from 'zod/mini'
import { type ChainId, parseChainId } from './caip.js'

const hex = z.string().check(z.regex(/^0x([0-9a-fA-F]{2})+$/, 'must be hex'))

/** A public key that may act in a session. */
export const sessionKey = z.object({ type: z.enum(['secp256k1', 'secp256r1']), publicKey: hex })
/** A public key that may act in a session. */
export type SessionKey = z.infer<typeof sessionKey>

/** Answer of `POST /v1/sessions/{account}`: the name of the session, and the server's key of it. */
export const createdSession = z.object({ pci: z.string().check(z.minLength(1), z.maxLength(100)), key: sessionKey })
/** Answer of `POST /v1/sessions/{account}`. */
export type CreatedSession = z.infer<typeof createdSession>

/** A permission of an app to act for an account; times in seconds since 1970. */
export const smartSession = z.object({
  project: z.object({
    id: z.string(),
    name: z.string(),
    url: z.optional(z.nullable(z.string())),
    iconUrl: z.optional(z.nullable(z.string())),
  }),
  pci: z.string(),
  expiry: z.number(),
  createdAt: z.number(),
  permissions: z.array(z.unknown()),
  policies: z.array(z.unknown()),
  context: z.string(),
  revokedAt: z.optional(z.nullable(z.number())),
})
/** A permission of an app to act for an account. */
export type SmartSession = z.infer<typeof smartSession>

/** Answer of `GET /v1/sessions/{account}`, newest first. */
export const smartSessions = z.object({ pcis: z.array(smartSession) })
/** Answer of `GET /v1/sessions/{account}`. */
export type SmartSessions = z.infer<typeof smartSessions>

/**
 * Writes what an account signs to let a session be opened and listed. The lines of the app are left out where it has no name
 * or is no page.
 *
 * @param session - The chain as CAIP-2, the plain address, `expiry` in seconds since 1970, and the app as it said who it is.
 * @returns The text, for EIP-191.
 *
 * @example
 * import { formatSessionActivation } from '@latchkey/protocol/sessionsApi'
 * formatSessionActivation({ chainId: 'eip155:1', address: '0xab16…', pci: 'f0…', expiry: 1_900_000_000 })
 */
export function formatSessionActivation(session: {
  readonly chainId: ChainId
  readonly address: string
  readonly pci: string
  readonly expiry: number
  readonly name?: string | undefined
  /** The origin of the app's page. */
  readonly url?: string | undefined
}): string {
  const { chainId, address, pci, expiry, name, url } = session
  return [
    'Let an app act for this account, within the permissions that the wallet granted.',
    '',
    ...(name === undefined ? [] : [`App: ${name}`]),
    ...(url === undefined ? [] : [`Site: ${url}`]),
    `Account: ${address.toLowerCase()}`,
    `Chain ID: ${parseChainId(chainId).reference}`,
    `Permission: ${pci}`,
    `Until: ${new Date(expiry * 1000).toISOString()}`,
  ].join('\n')
}

/**
 * Writes what an account signs to revoke a session.
 *
 * @param session - The plain address and the name of the session.
 * @returns The text, for EIP-191.
 *
 * @example
 * import { formatSessionRevocation } from '@latchkey/protocol/sessionsApi'
 * formatSessionRevocation({ address: '0xab16…', pci: 'f0…' })
 */
export function formatSessionRevocation({ address, pci }: { readonly address: string; readonly pci: string }): string {
  return [
    'Do not let an app act for this account any more.',
    '',
    `Account: ${address.toLowerCase()}`,
    `Permission: ${pci}`,
  ].join('\n')
}
