import { LatchkeyError, parseChainId } from '@latchkey/core'
import { badAnswer, fromErrorMessage } from '@latchkey/core/family'
import { toCosmosMessage } from '@latchkey/protocol/internal/cosmos'
import { base64, hex } from '@scure/base'
import type { CosmosProvider } from '../cosmosProvider.js'
import type { Keplr } from './keplr.js'

type Signed = { readonly signature: string; readonly publicKey: string }
/** Wallets fill in fee and memo by themselves unless told that what is signed is as it must be. */
const asItStands = { preferNoSetFee: true, preferNoSetMemo: true }

/** What a wallet of Keplr's interface can do, as core asks for it. */
export function keplrProvider(name: string, keplr: () => Keplr): CosmosProvider {
  async function ask(run: () => Promise<unknown> | undefined): Promise<{ readonly [field: string]: unknown }> {
    let answer: unknown
    try {
      answer = await run()
    } catch (thrown) {
      throw fromErrorMessage(thrown)
    }
    if (typeof answer === 'object' && answer !== null) return answer as { readonly [field: string]: unknown }
    throw badAnswer(name, 'an answer to the request')
  }

  const { signAmino, signDirect } = keplr()
  return {
    async signMessage({ address, chainId, message }) {
      const { reference } = parseChainId(chainId)
      const wallet = keplr()
      if (wallet.signArbitrary) {
        return readSignature(name, await ask(() => wallet.signArbitrary?.(reference, address, message)))
      }
      if (!wallet.signAmino) {
        throw new LatchkeyError('UNSUPPORTED_METHOD', `${name} does not sign messages.`, {
          hints: ['Use another wallet for this.'],
        })
      }
      const doc = toCosmosMessage(address, message)
      const { signature, signed } = await ask(() => wallet.signAmino?.(reference, address, doc, asItStands))
      if (!isSameDoc(signed, doc)) throw badAnswer(name, 'the message')
      return readSignature(name, signature)
    },
    ...(signAmino && {
      async signAmino({ address, chainId, signDoc }) {
        const { reference } = parseChainId(chainId)
        const answer = await ask(() => signAmino.call(keplr(), reference, address, signDoc))
        return { ...readSignature(name, answer.signature), signed: answer.signed }
      },
    }),
    ...(signDirect && {
      async signDirect({ address, chainId, bodyBytes, authInfoBytes, accountNumber }) {
        const { reference } = parseChainId(chainId)
        const doc = { bodyBytes, authInfoBytes, chainId: reference, accountNumber }
        const answer = await ask(() => signDirect.call(keplr(), reference, address, doc))
        const signed = (answer.signed ?? {}) as { bodyBytes?: unknown; authInfoBytes?: unknown }
        return {
          ...readSignature(name, answer.signature),
          bodyBytes: bytesOf(name, signed.bodyBytes),
          authInfoBytes: bytesOf(name, signed.authInfoBytes),
        }
      },
    }),
  }
}

/** A wallet may sign more than it was asked to, which would then not be what the caller verifies. */
function isSameDoc(signed: unknown, doc: ReturnType<typeof toCosmosMessage>): boolean {
  const { msgs, memo, chain_id } = (signed ?? {}) as { msgs?: unknown; memo?: unknown; chain_id?: unknown }
  const data = (Array.isArray(msgs) && msgs.length === 1 ? msgs[0] : undefined) as
    | { value?: { data?: unknown; signer?: unknown } }
    | undefined
  const asked = doc.msgs[0]?.value
  return memo === '' && chain_id === '' && data?.value?.data === asked?.data && data?.value?.signer === asked?.signer
}

function readSignature(name: string, value: unknown): Signed {
  const { signature, pub_key } = (value ?? {}) as { signature?: unknown; pub_key?: { value?: unknown } }
  try {
    const bytes = base64.decode(String(signature))
    const publicKey = base64.decode(String(pub_key?.value))
    if (bytes.length === 64 && publicKey.length === 33)
      return { signature: String(signature), publicKey: hex.encode(publicKey) }
  } catch {
    // Said below.
  }
  throw badAnswer(name, 'a signature')
}

function bytesOf(name: string, value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value
  throw badAnswer(name, 'what was signed')
}
