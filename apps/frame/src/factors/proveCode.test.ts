import { expect, it } from 'vitest'
import { kitKeyOf, locateCode, proveCode } from './proveCode.js'
import { createRecoveryCode } from './recoveryCode.js'

const walletId = 'wallet-00000000001'
const iv = new Uint8Array(12)

async function seal(key: CryptoKey): Promise<string> {
  return Buffer.from(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(32))).toString('hex')
}

it('proves the same code the same way, however it was typed', async () => {
  const code = createRecoveryCode()
  const [one, two] = [
    await proveCode({ code, walletId }),
    await proveCode({ code: code.toLowerCase().replaceAll('-', ''), walletId }),
  ]
  expect(one.extras).toEqual(two.extras)
  expect(one.extras.verifier).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(await seal(one.clientKey)).toBe(await seal(two.clientKey))
})

it('keeps what the server sees, what opens the client half and what opens the kit apart, and wallets apart', async () => {
  const code = createRecoveryCode()
  const [proof, elsewhere] = [
    await proveCode({ code, walletId }),
    await proveCode({ code, walletId: 'wallet-00000000002' }),
  ]
  expect(elsewhere.extras.verifier).not.toBe(proof.extras.verifier)
  const asKey = await crypto.subtle.importKey(
    'raw',
    Uint8Array.from(Buffer.from(proof.extras.verifier, 'base64url')),
    'AES-GCM',
    false,
    ['encrypt'],
  )
  const keys = [proof.clientKey, elsewhere.clientKey, await kitKeyOf({ code, walletId }), asKey]
  expect(new Set(await Promise.all(keys.map(seal))).size).toBe(4)
})

it('gives keys that nobody can take out of the browser', async () => {
  const code = createRecoveryCode()
  const { clientKey } = await proveCode({ code, walletId })
  for (const key of [clientKey, await kitKeyOf({ code, walletId })])
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

it('tries nothing with a code that was mistyped', async () => {
  await expect(proveCode({ code: 'ABCD', walletId })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  await expect(kitKeyOf({ code: 'ABCD', walletId })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

it('finds the same wallet by the same code wherever it is typed, and by no other', async () => {
  const code = createRecoveryCode()
  const { extras } = await proveCode({ code, walletId })
  expect(await locateCode(code.toLowerCase())).toBe(extras.locator)
  expect(extras.locator).not.toBe(extras.verifier)
  expect(await locateCode(createRecoveryCode())).not.toBe(extras.locator)
})
