import { loadPkcs11Module, type Pkcs11Module } from '../src/custody/keys/pkcs11Module.js'
import type { KeyFault } from './startKeyService.js'

/** A real PKCS#11 module whose token can be pulled out, made to hang, or made to change bits. */
export function failingModule() {
  const deviceRemoved = 0x32
  const deviceError = 0x30
  let release: () => void = () => undefined
  const failing = {
    fault: 'none' as KeyFault,
    calls: [] as unknown[],
    /** Lets the calls that hang go on. */
    release: () => release(),
    async load(path: string): Promise<Pkcs11Module> {
      const module = await loadPkcs11Module(path)
      return {
        ...module,
        async call(name, ...args) {
          failing.calls.push(name)
          if (failing.fault === 'down') return deviceRemoved
          if (failing.fault === 'garbage') return deviceError
          if (failing.fault === 'slow')
            await new Promise<void>((resolve) => {
              release = resolve
            })
          const status = await module.call(name, ...args)
          const out = args[3]
          if (failing.fault === 'damaged' && name === 'encrypt' && Buffer.isBuffer(out)) out[3] = (out[3] ?? 0) ^ 1
          return status
        },
      }
    },
  }
  return failing
}
