import { keysUnavailable } from './keyFault.js'
import type { Pkcs11Call, Pkcs11Module } from './pkcs11Module.js'
import { attributes, ck, mechanism, type Pinned, ulong } from './pkcs11Values.js'

const alreadyLoggedIn = 0x100
const sessionFlags = { readOnly: 4n, readWrite: 6n }

/** A call that the token declined; `status` is its `CK_RV`. */
export class Pkcs11Refusal extends Error {
  readonly status: number
  readonly step: Pkcs11Call
  constructor(step: Pkcs11Call, status: number) {
    super(`${step} gave 0x${status.toString(16)}`)
    this.step = step
    this.status = status
  }
}

/** One session with one token, logged in. Only one call may be under way in it. */
export type Pkcs11Token = {
  /** The id of this token. */
  serial: string
  session: bigint
  /** Calls a function and throws `Pkcs11Refusal` unless it says OK. */
  run(name: Pkcs11Call, ...args: readonly (bigint | number | Buffer | Pinned | null)[]): Promise<void>
  /** Finds the AES keys whose label is this, with a number behind it: `<label>-1`, `<label>-2` and so on. */
  findKeys(label: string): Promise<Map<number, { handle: bigint; isLocked: boolean }>>
  /** Creates an AES-256 key that never leaves the token. */
  makeKey(label: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a session with the token of a label.
 *
 * @throws LatchkeyError API_UNREACHABLE when there is no such token now; Pkcs11Refusal for a wrong PIN.
 */
export async function openPkcs11Token(
  module: Pkcs11Module,
  { token, pin, isWriting = false }: { token: string; pin: string; isWriting?: boolean },
): Promise<Pkcs11Token> {
  // What a structure points to is seen by no collector of garbage, so it is kept here while the token reads it.
  const underWay = new Set<object>()
  const run: Pkcs11Token['run'] = async (name, ...args) => {
    underWay.add(args)
    try {
      const plain = args.map((arg) => (typeof arg === 'object' && arg !== null && 'holds' in arg ? arg.bytes : arg))
      const status = await module.call(name, ...plain)
      if (status !== 0) throw new Pkcs11Refusal(name, status)
    } finally {
      underWay.delete(args)
    }
  }
  const count = Buffer.alloc(8)
  await run('getSlotList', 1, null, count)
  const slots = Buffer.alloc(8 * Number(count.readBigUInt64LE()))
  await run('getSlotList', 1, slots, count)
  let found: { slot: bigint; serial: string } | undefined
  for (let at = 0; at < Number(count.readBigUInt64LE()); at++) {
    const slot = slots.readBigUInt64LE(8 * at)
    const info = Buffer.alloc(256)
    await run('getTokenInfo', slot, info)
    const field = (from: number, to: number) => info.toString('utf8', from, to).trimEnd()
    if (field(0, 32) !== token) continue
    if (found !== undefined) throw keysUnavailable(`two tokens are called ${token}`)
    found = { slot, serial: [field(32, 64), field(64, 80), field(80, 96)].join('/') }
  }
  if (found === undefined) throw keysUnavailable(`there is no token called ${token}`)
  const handle = Buffer.alloc(8)
  const flags = isWriting ? sessionFlags.readWrite : sessionFlags.readOnly
  await run('openSession', found.slot, flags, null, null, handle)
  const session = handle.readBigUInt64LE()
  const close = async () => void (await module.call('closeSession', session))
  const secret = Buffer.from(pin)
  const status = await module.call('login', session, 1n, secret, BigInt(secret.length))
  secret.fill(0)
  // The whole process is logged in or not, and another provider may have been first.
  if (status !== 0 && status !== alreadyLoggedIn) {
    await close()
    throw new Pkcs11Refusal('login', status)
  }

  async function read(object: bigint, type: bigint, size: number): Promise<Buffer> {
    const value = Buffer.alloc(size)
    const list = attributes(module, [[type, value]])
    await run('getAttributeValue', session, object, list, 1n)
    return value.subarray(0, Number(list.bytes.readBigUInt64LE(16)))
  }

  return {
    serial: found.serial,
    session,
    run,
    close,
    async findKeys(label) {
      const keys = new Map<number, { handle: bigint; isLocked: boolean }>()
      const wanted = attributes(module, [
        [ck.attribute.class, ulong(ck.secretKey)],
        [ck.attribute.keyType, ulong(ck.aes)],
      ])
      const handles: bigint[] = []
      await run('findObjectsInit', session, wanted, 2n)
      try {
        const object = Buffer.alloc(8)
        for (;;) {
          await run('findObjects', session, object, 1n, count)
          if (count.readBigUInt64LE() === 0n) break
          handles.push(object.readBigUInt64LE())
        }
      } finally {
        await module.call('findObjectsFinal', session)
      }
      for (const object of handles) {
        const name = (await read(object, ck.attribute.label, 256)).toString('utf8')
        const version = name.startsWith(`${label}-`) ? name.slice(label.length + 1) : ''
        if (!/^[1-9]\d{0,5}$/.test(version)) continue
        const [sensitive, extractable, never] = [
          await read(object, ck.attribute.sensitive, 1),
          await read(object, ck.attribute.extractable, 1),
          await read(object, ck.attribute.neverExtractable, 1),
        ].map((value) => value[0] === 1)
        if (keys.has(Number(version))) throw keysUnavailable(`two keys are called ${name}`)
        keys.set(Number(version), { handle: object, isLocked: sensitive === true && !extractable && never === true })
      }
      return keys
    },
    async makeKey(label) {
      const [yes, no] = [Buffer.from([1]), Buffer.from([0])]
      const { attribute } = ck
      const template = attributes(module, [
        [attribute.label, Buffer.from(label)],
        [attribute.valueLength, ulong(32)],
        ...[attribute.token, attribute.private, attribute.sensitive, attribute.encrypt, attribute.decrypt].map(
          (type) => [type, yes] as const,
        ),
        [attribute.extractable, no],
      ])
      const how = mechanism(module, ck.mechanism.aesKeyGen)
      const size = BigInt(template.bytes.length / 24)
      await run('generateKey', session, how, template, size, Buffer.alloc(8))
    },
  }
}
