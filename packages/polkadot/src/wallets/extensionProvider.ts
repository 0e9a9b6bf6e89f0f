import { LatchkeyError } from '@latchkey/core'
import { badAnswer, fromErrorMessage } from '@latchkey/core/family'
import { hex } from '@scure/base'
import type { PolkadotProvider } from '../polkadotProvider.js'
import type { Injected } from './extension.js'

/** What an extension of the Polkadot convention can do, as core asks for it. */
export function extensionProvider(name: string, signer: Injected['signer']): PolkadotProvider {
  async function signed(run: () => Promise<unknown>): Promise<string> {
    let answer: unknown
    try {
      answer = await run()
    } catch (thrown) {
      throw fromErrorMessage(thrown)
    }
    const { signature } = (answer ?? {}) as { signature?: unknown }
    // 64 bytes, one more for ECDSA's recovery, and one before all where the kind of key is named.
    if (typeof signature === 'string' && /^0x[0-9a-f]{128,132}$/i.test(signature)) return signature.toLowerCase()
    throw badAnswer(name, 'a signature')
  }

  const { signPayload } = signer
  return {
    signMessage({ address, message }) {
      const { signRaw } = signer
      if (!signRaw) {
        throw new LatchkeyError('UNSUPPORTED_METHOD', `${name} does not sign messages.`, {
          hints: ['Use another extension or account for this.'],
        })
      }
      return signed(() => signRaw.call(signer, { address, data: `0x${hex.encode(message)}`, type: 'bytes' }))
    },
    ...(signPayload && { signPayload: (payload) => signed(() => signPayload.call(signer, payload)) }),
  }
}
