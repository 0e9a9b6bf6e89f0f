import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cdp } from 'vitest/browser'
import { createPasskey, findPasskey, type PasskeyHost, provePasskey } from './passkey.js'

type Devtools = { send(method: string, parameters?: object): Promise<{ authenticatorId: string }> }
const devtools = () => cdp() as unknown as Devtools

const host: PasskeyHost = { credentials: navigator.credentials, host: location.hostname }
const wallet = { walletId: 'wallet-00000000001', walletName: 'Test Wallet', label: 'a@mail.example', credentialIds: [] }
const challenge = () => toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
const iv = new Uint8Array(12)
let authenticatorId = ''

async function plugIn(more: object = {}): Promise<void> {
  const options = {
    protocol: 'ctap2',
    ctap2Version: 'ctap2_1',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    hasPrf: true,
    automaticPresenceSimulation: true,
    ...more,
  }
  const added = await devtools().send('WebAuthn.addVirtualAuthenticator', { options })
  authenticatorId = added.authenticatorId
}
async function seal(key: CryptoKey): Promise<string> {
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(32))
  return toBase64Url(new Uint8Array(bytes))
}

beforeEach(async () => {
  await devtools().send('WebAuthn.enable')
})
afterEach(async () => {
  await devtools().send('WebAuthn.disable')
})

describe('a passkey', () => {
  it('SEC-C-16 gives the same key whenever it answers, and signs the challenge it was asked', async () => {
    await plugIn()
    const made = await createPasskey(host, wallet)
    const credentialIds = [made.passkey.credentialId]
    const asked = challenge()
    const proof = await provePasskey(host, { challenge: asked, walletId: wallet.walletId, credentialIds })
    expect(await seal(proof.clientKey)).toBe(await seal(made.clientKey))
    const { assertion } = proof.extras
    expect(assertion.credentialId).toBe(made.passkey.credentialId)
    const said = JSON.parse(atob(assertion.clientDataJSON.replaceAll('-', '+').replaceAll('_', '/')))
    expect(said).toMatchObject({ type: 'webauthn.get', challenge: asked, origin: location.origin })
    await expect(crypto.subtle.exportKey('raw', proof.clientKey)).rejects.toThrow()
    const other = await provePasskey(host, { challenge: challenge(), walletId: 'wallet-00000000002', credentialIds })
    expect(await seal(other.clientKey)).not.toBe(await seal(made.clientKey))
  })

  it('is found again without its name', async () => {
    await plugIn()
    const made = await createPasskey(host, wallet)
    const proof = await provePasskey(host, { challenge: challenge(), walletId: wallet.walletId })
    expect(proof.extras.assertion.credentialId).toBe(made.passkey.credentialId)
  })

  it('that signs in by itself names its wallet, gives its key by one answer, and registers for the challenge', async () => {
    await plugIn()
    const asked = challenge()
    const made = await createPasskey(host, { ...wallet, isDoor: true, challenge: asked })
    expect(made.passkey.isDoor).toBe(true)
    const read = (text: string) => JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
    expect(read(made.registration.clientDataJSON)).toMatchObject({ type: 'webauthn.create', challenge: asked })
    const again = challenge()
    const found = await findPasskey(host, { challenge: again })
    expect(found.walletId).toBe(wallet.walletId)
    expect(read(found.assertion.clientDataJSON)).toMatchObject({ type: 'webauthn.get', challenge: again })
    expect(await seal(found.clientKey)).toBe(await seal(made.clientKey))
    const known = { challenge: challenge(), walletId: wallet.walletId, isDoor: true }
    expect(await seal((await provePasskey(host, known)).clientKey)).toBe(await seal(made.clientKey))
  })

  it('is refused in plain words when it cannot keep a secret', async () => {
    await plugIn({ hasPrf: false })
    await expect(createPasskey(host, wallet)).rejects.toMatchObject({
      code: 'UNSUPPORTED_METHOD',
      message: expect.stringContaining('cannot open a wallet'),
    })
  })

  it('is not made twice on one authenticator', async () => {
    await plugIn()
    const { passkey } = await createPasskey(host, wallet)
    await expect(createPasskey(host, { ...wallet, credentialIds: [passkey.credentialId] })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    })
  })

  it('says that none was used when the person is not verified, and ends with its signal', async () => {
    await plugIn()
    await createPasskey(host, wallet)
    await devtools().send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await expect(provePasskey(host, { challenge: challenge(), walletId: wallet.walletId })).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
    await expect(
      provePasskey(host, { challenge: challenge(), walletId: wallet.walletId, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'ABORTED' })
  })
})
