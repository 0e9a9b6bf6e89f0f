import { randomBytes } from 'node:crypto'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { aadBytes } from './aadBytes.js'
import { keyTimeout } from './askKeys.js'
import { cannotOpen, keysUnavailable } from './keyFault.js'
import type { Aad, KeyProvider } from './keyProvider.js'
import { openPkcs11Token, Pkcs11Refusal, type Pkcs11Token } from './openPkcs11Token.js'
import { loadPkcs11Module, type Pkcs11Module } from './pkcs11Module.js'
import { gcmMechanism } from './pkcs11Values.js'

const nonceSize = 12
const tagSize = 16
/** What a token says of a ciphertext that it looked at and declined, in versions 2 and 3 of the standard. */
const declined = new Set([0x40, 0x41, 0x42])
/** What some tokens say of a wrong tag, and all of them of many other things. */
const vague = new Set([0x05, 0x06])
/** The PIN is wrong, too short or locked. */
const pinRefused = new Set([0xa0, 0xa1, 0xa2, 0xa3, 0xa4])

type Open = {
  token: Pkcs11Token
  keys: Map<number, { handle: bigint; isLocked: boolean }>
  current: number
}

/**
 * Keeps keys in a hardware token behind a PKCS#11 module: AES-256-GCM in the token, under keys that never leave it. A key is
 * called `<label>-<version>`; new ciphertexts are made with the highest version there is when the session is opened.
 *
 * @param options - The module's path, the token's label, the keys' label without a version, and the PIN, asked at each login.
 * @returns The provider, once the token answered.
 * @throws LatchkeyError INVALID_CONFIG for a module, PIN or key that cannot be used, API_UNREACHABLE.
 *
 * @example
 * import { createPkcs11Keys } from './createPkcs11Keys.js'
 * const keys = await createPkcs11Keys({ module: '/usr/lib/softhsm/libsofthsm2.so', token: 'latchkey', label: 'latchkey-vault', pin: () => '…' })
 */
export async function createPkcs11Keys(options: {
  module: string
  token: string
  label: string
  pin: () => string
  load?: (path: string) => Promise<Pkcs11Module>
  timeout?: number
}): Promise<KeyProvider> {
  const { token: tokenLabel, label, timeout = keyTimeout } = options
  const module = await (options.load ?? loadPkcs11Module)(options.module)
  let open: Open | undefined
  let pinFault: LatchkeyError | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function connect(): Promise<Open> {
    const token = await openPkcs11Token(module, { token: tokenLabel, pin: options.pin() })
    const keys = await token.findKeys(label)
    const current = Math.max(0, ...keys.keys())
    return { token, keys, current }
  }

  /** Runs calls one after the other, since a session has one operation at a time; a lost session is opened again. */
  function inTurn<Result>(run: (open: Open) => Promise<Result>): Promise<Result> {
    const turn = last.then(async () => {
      // A token locks itself after a few wrong PINs, so a refused one is not tried again.
      if (pinFault !== undefined) throw pinFault
      try {
        open ??= await connect()
        return await run(open)
      } catch (cause) {
        if (isLatchkeyError(cause, 'INVALID_PARAMS')) throw cause
        if (cause instanceof Pkcs11Refusal && cause.step === 'login' && pinRefused.has(cause.status))
          pinFault = new LatchkeyError('INVALID_CONFIG', `The token ${tokenLabel} refuses the PIN`, { cause })
        await open?.token.close().catch(() => undefined)
        open = undefined
        if (pinFault !== undefined) throw pinFault
        if (isLatchkeyError(cause)) throw cause
        throw keysUnavailable(cause instanceof Error ? cause.message : 'no answer', cause)
      }
    })
    last = turn.catch(() => undefined)
    return withTimeout(turn, timeout)
  }

  async function encrypt({ token, keys, current }: Open, dek: Uint8Array, aad: Aad): Promise<Buffer> {
    const key = keys.get(current)
    if (key === undefined) throw keysUnavailable('the key is gone')
    const nonce = randomBytes(nonceSize)
    const plain = Buffer.from(dek)
    const ct = Buffer.alloc(dek.length + tagSize)
    const size = Buffer.alloc(8)
    size.writeBigUInt64LE(BigInt(ct.length))
    await token.run('encryptInit', token.session, gcmMechanism(module, nonce, Buffer.from(aadBytes(aad))), key.handle)
    await token.run('encrypt', token.session, plain, BigInt(plain.length), ct, size)
    plain.fill(0)
    return Buffer.concat([nonce, ct.subarray(0, Number(size.readBigUInt64LE()))])
  }

  async function decrypt(open: Open, ct: Uint8Array, version: number, aad: Aad): Promise<Uint8Array> {
    const { token } = open
    // A key that another server made since this session was opened.
    if (!open.keys.has(version)) open.keys = await token.findKeys(label)
    const key = open.keys.get(version)
    if (key === undefined || ct.length < nonceSize + tagSize) throw cannotOpen()
    const nonce = Buffer.from(ct.subarray(0, nonceSize))
    const sealed = Buffer.from(ct.subarray(nonceSize))
    const plain = Buffer.alloc(sealed.length)
    const size = Buffer.alloc(8)
    size.writeBigUInt64LE(BigInt(plain.length))
    await token.run('decryptInit', token.session, gcmMechanism(module, nonce, Buffer.from(aadBytes(aad))), key.handle)
    await token.run('decrypt', token.session, sealed, BigInt(sealed.length), plain, size)
    const dek = Uint8Array.from(plain.subarray(0, Number(size.readBigUInt64LE())))
    plain.fill(0)
    return dek
  }

  async function unwrapOne(open: Open, ct: Uint8Array, version: number, aad: Aad): Promise<Uint8Array> {
    try {
      return await decrypt(open, ct, version, aad)
    } catch (cause) {
      if (!(cause instanceof Pkcs11Refusal) || cause.step !== 'decrypt') throw cause
      if (declined.has(cause.status)) throw cannotOpen()
      if (!vague.has(cause.status)) throw cause
      // A token that still encrypts and decrypts under the same binding is well: then it was the ciphertext.
      const probe = await encrypt(open, new Uint8Array(32), aad)
      await decrypt(open, probe, open.current, aad)
      throw cannotOpen()
    }
  }

  const versionOf = (keyRef: string): number => {
    const own = `pkcs11:${encodeURIComponent(label)}-`
    return keyRef.startsWith(own) ? Number(keyRef.slice(own.length)) : Number.NaN
  }
  const wrapped = ({ current }: Open, ct: Buffer) => ({
    ct: Uint8Array.from(ct),
    keyRef: `pkcs11:${encodeURIComponent(label)}-${current}`,
    keyVersion: String(current),
  })
  const identity = await inTurn(async ({ token, keys, current }) => {
    const refuse = (reason: string) => new LatchkeyError('INVALID_CONFIG', `The token ${tokenLabel} ${reason}`)
    if (current === 0) throw refuse(`has no AES key ${label}-1`)
    if ([...keys.values()].some(({ isLocked }) => !isLocked))
      throw refuse(`holds a key ${label} that could leave it; make one inside that cannot be extracted`)
    return `pkcs11:${encodeURIComponent(token.serial)}/${encodeURIComponent(label)}`
  })

  return {
    name: 'pkcs11',
    identity,
    wrap: (dek, aad) => inTurn(async (open) => wrapped(open, await encrypt(open, dek, aad))),
    unwrap: (ct, keyRef, aad) => inTurn((open) => unwrapOne(open, ct, versionOf(keyRef), aad)),
    rewrap: (ct, keyRef, aad) =>
      inTurn(async (open) => {
        const dek = await unwrapOne(open, ct, versionOf(keyRef), aad)
        const fresh = wrapped(open, await encrypt(open, dek, aad))
        dek.fill(0)
        return fresh
      }),
    async health() {
      try {
        await inTurn(async (open) => decrypt(open, await encrypt(open, new Uint8Array(32), {}), open.current, {}))
        return 'ok'
      } catch {
        return 'degraded'
      }
    },
    close: () =>
      inTurn(async ({ token }) => {
        await token.close()
        open = undefined
      }).catch(() => undefined),
  }
}

function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(keysUnavailable('no answer in time')), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
