import type { PasskeyAssertion } from '@latchkey/protocol/internal/walletApi'
import type { DevicePublicKey } from '@latchkey/protocol/internal/walletSigning'
import * as z from 'zod/mini'
import type { WalletServer } from '../types.js'

type Site = { projectId: string; parentOrigin: string; devicePublicKey: DevicePublicKey }
type Options = { readonly signal?: AbortSignal | undefined }

const challenge = z.object({ challenge: z.string() })
const found = z.object({ voucher: z.string(), walletId: z.string(), factorId: z.string() })
// What is read of a session; the whole schema would be cut out of the file that every page loads.
const session = z.object({
  sessionToken: z.string(),
  sessionId: z.string(),
  userId: z.string(),
  expiresAt: z.number(),
})

/** Words the calls that sign up and in with a passkey. */
export function createPasskeyCalls(server: WalletServer) {
  const post = <S extends z.ZodMiniType>(path: string, body: object, schema: S, { signal }: Options = {}) =>
    server.call<z.output<S>>({
      method: 'POST',
      path: `/api/${path}`,
      body,
      parse: (answer) => z.parse(schema, answer),
      signal,
    })
  return {
    start: (body: Site, options?: Options) => post('auth/passkey/start', body, challenge, options),
    signUp: (
      body: Site & {
        deviceName: string
        challenge: string
        registration: {
          credentialId: string
          publicKey: DevicePublicKey
          authenticatorData: string
          clientDataJSON: string
        }
      },
      options?: Options,
    ) => post('auth/passkey/sign-up', body, session, options),
    ask: (body: { devicePublicKey: DevicePublicKey }, options?: Options) =>
      post('vault/find/challenge', body, challenge, options),
    find: (
      body: { challenge: string; assertion: PasskeyAssertion; devicePublicKey: DevicePublicKey },
      options?: Options,
    ) => post('vault/find/passkey', body, found, options),
    open: (body: Site & { deviceName: string; voucher: string }, options?: Options) =>
      post('auth/code/verify', body, session, options),
  }
}
