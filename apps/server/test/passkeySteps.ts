import type { EmailVerifyAnswer } from '@latchkey/protocol/internal/walletApi'
import type { createAuthenticator, Said } from './createAuthenticator.js'
import { createFrame } from './createFrame.js'
import type { WalletClient } from './createWalletClient.js'

type Authenticator = ReturnType<typeof createAuthenticator>
type Refused = { code?: string }

const siteOf = ({ parentOrigin, publicKey }: WalletClient) => ({
  projectId: 'project',
  parentOrigin,
  devicePublicKey: publicKey,
})

/** Signs up with a new passkey, as far as a session. */
export async function signUpByPasskey(client: WalletClient, authenticator: Authenticator, said: Said = {}) {
  const { body } = await client.call<{ challenge: string }>('POST', '/api/auth/passkey/start', siteOf(client))
  const { challenge } = body
  const registration = authenticator.register(challenge, said)
  const request = { ...siteOf(client), challenge, registration, deviceName: 'Chrome on Linux' }
  const answer = await client.call<EmailVerifyAnswer & Refused>('POST', '/api/auth/passkey/sign-up', request)
  if (answer.status === 200) client.state.session = answer.body
  return { ...answer, request }
}

/** Has the vault find the wallet of a passkey. */
export async function findByPasskey(client: WalletClient, authenticator: Authenticator, said: Said = {}) {
  const { body } = await client.call<{ challenge: string }>('POST', '/api/vault/find/challenge', {
    devicePublicKey: client.publicKey,
  })
  const assertion = authenticator.answer(body.challenge, said)
  const request = { challenge: body.challenge, assertion, devicePublicKey: client.publicKey }
  type Found = { voucher: string; walletId: string; factorId: string }
  return { ...(await client.call<Found & Refused>('POST', '/api/vault/find/passkey', request)), request }
}

/** Opens a session by what the vault has found. */
export async function openByVoucher(client: WalletClient, voucher: string) {
  const request = { ...siteOf(client), voucher, deviceName: 'Firefox on Linux' }
  const answer = await client.call<EmailVerifyAnswer & Refused>('POST', '/api/auth/code/verify', request)
  if (answer.status === 200) client.state.session = answer.body
  return answer
}

/** Somebody who signed up with a passkey, with their wallet. */
export async function passkeyOwner(client: WalletClient, authenticator: Authenticator) {
  await signUpByPasskey(client, authenticator)
  const frame = createFrame(client)
  const wallet = await frame.createByPasskey(authenticator.passkey)
  if (wallet.activated.status !== 200) throw new Error(JSON.stringify([wallet.created, wallet.activated]))
  return { frame, wallet, userId: client.state.session?.userId ?? '' }
}
