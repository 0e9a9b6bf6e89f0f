import { LatchkeyError } from '@latchkey/protocol/errors'

/** The functions of a PKCS#11 module that are used here, by their place in `CK_FUNCTION_LIST`, with the types of their arguments. */
const functions = {
  initialize: [0, ['void *']],
  getSlotList: [4, ['uint8', 'void *', 'void *']],
  getTokenInfo: [6, ['ulong', 'void *']],
  openSession: [12, ['ulong', 'ulong', 'void *', 'void *', 'void *']],
  closeSession: [13, ['ulong']],
  login: [18, ['ulong', 'ulong', 'void *', 'ulong']],
  getAttributeValue: [24, ['ulong', 'ulong', 'void *', 'ulong']],
  findObjectsInit: [26, ['ulong', 'void *', 'ulong']],
  findObjects: [27, ['ulong', 'void *', 'ulong', 'void *']],
  findObjectsFinal: [28, ['ulong']],
  encryptInit: [29, ['ulong', 'void *', 'ulong']],
  encrypt: [30, ['ulong', 'void *', 'ulong', 'void *', 'void *']],
  decryptInit: [33, ['ulong', 'void *', 'ulong']],
  decrypt: [34, ['ulong', 'void *', 'ulong', 'void *', 'void *']],
  generateKey: [58, ['ulong', 'void *', 'void *', 'ulong', 'void *']],
} as const satisfies { readonly [name: string]: readonly [number, readonly string[]] }

/** The name of a function of a PKCS#11 module. */
export type Pkcs11Call = keyof typeof functions
type Argument = bigint | number | Buffer | null

/** A PKCS#11 module that was loaded into this process. */
export type Pkcs11Module = {
  /** Keeps the library in the process: when its handle is collected, its functions are gone. */
  library: unknown
  /** Calls one function on a thread of its own and gives its return value; the buffers are filled by then. */
  call(name: Pkcs11Call, ...args: readonly Argument[]): Promise<number>
  /** The address of a buffer's bytes, for pointers in structures. */
  addressOf(buffer: Buffer): bigint
}

const alreadyInitialized = 0x191
const useSystemLocks = 2n

/**
 * Loads a PKCS#11 module. Its own binding is only needed by those who keep keys in a token, so it is an optional dependency.
 *
 * @param path - The shared library, for example `/usr/lib/softhsm/libsofthsm2.so`.
 * @returns The module, initialised for calls from several threads.
 * @throws LatchkeyError INVALID_CONFIG when it cannot be loaded here.
 */
export async function loadPkcs11Module(path: string): Promise<Pkcs11Module> {
  const refuse = (reason: string, cause?: unknown) =>
    new LatchkeyError('INVALID_CONFIG', `The PKCS#11 module ${path} ${reason}`, { cause })
  const { default: koffi } = await import('koffi').catch((cause: unknown) => {
    throw refuse('needs the package koffi: npm install koffi', cause)
  })
  // Structures are written by hand below, in the one layout that all 64-bit Unix systems have.
  if (koffi.sizeof('ulong') !== 8 || koffi.sizeof('void *') !== 8) throw refuse('needs a 64-bit Unix system')
  let pointers: bigint[]
  let library: Pkcs11Module['library']
  try {
    const loaded = koffi.load(path)
    library = loaded
    const found: [bigint | null] = [null]
    const status: unknown = loaded.func('C_GetFunctionList', 'ulong', ['_Out_ void **'])(found)
    if (status !== 0) throw new Error(`C_GetFunctionList gave ${status}`)
    // The list begins with a version of two bytes, padded to a pointer's size.
    pointers = koffi.decode(found[0], 8, 'void *', 65)
  } catch (cause) {
    throw refuse('cannot be loaded', cause)
  }
  const bound = Object.entries(functions).map(([name, [place, types]]) => {
    const call = koffi.decode(pointers[place], koffi.proto('ulong', [...types]))
    return [name, call] as const
  })
  const calls = new Map<string, (typeof bound)[number][1]>(bound)
  const call: Pkcs11Module['call'] = (name, ...args) =>
    new Promise((resolve, reject) => {
      calls.get(name).async(...args, (error: unknown, status: number) => (error ? reject(error) : resolve(status)))
    })
  const options = Buffer.alloc(48)
  options.writeBigUInt64LE(useSystemLocks, 32)
  const status = await call('initialize', options)
  if (status !== 0 && status !== alreadyInitialized) throw refuse(`cannot be initialised (0x${status.toString(16)})`)
  return { library, call, addressOf: (buffer) => koffi.address(buffer) }
}
