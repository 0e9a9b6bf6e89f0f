import { type FamilySession, LatchkeyError } from '@latchkey/core'
import { toCosmosMessage } from '@latchkey/protocol/internal/cosmos'
import { base64, hex } from '@scure/base'
import type { CosmosProvider } from '../cosmosProvider.js'

/** Creates a provider from a session, for Cosmos chains. @see https://docs.reown.com/advanced/multichain/rpc-reference/cosmos-rpc */
export function createSessionProvider(session: FamilySession): CosmosProvider {
  const signAmino: NonNullable<CosmosProvider['signAmino']> = async ({ address, chainId, signDoc }) => {
    const params = { signerAddress: address, signDoc }
    const answer = await session.ask(session.chainOf(address, chainId), 'cosmos_signAmino', params)
    return { ...readSignature(answer), signed: answer.signed ?? signDoc }
  }

  return {
    async signMessage({ address, chainId, message }) {
      const { signature, publicKey } = await signAmino({ address, chainId, signDoc: toCosmosMessage(address, message) })
      return { signature, publicKey }
    },
    ...(session.has('cosmos_signAmino') ? { signAmino } : {}),
    ...(session.has('cosmos_signDirect')
      ? {
          async signDirect({ address, chainId, bodyBytes, authInfoBytes, accountNumber }) {
            const signDoc = {
              chainId: chainId.slice(chainId.indexOf(':') + 1),
              accountNumber: String(accountNumber),
              bodyBytes: base64.encode(bodyBytes),
              authInfoBytes: base64.encode(authInfoBytes),
            }
            const params = { signerAddress: address, signDoc }
            const answer = await session.ask(session.chainOf(address, chainId), 'cosmos_signDirect', params)
            const signed = asRecord(answer.signed)
            return {
              ...readSignature(answer),
              bodyBytes: readBytes(signed.bodyBytes, bodyBytes),
              authInfoBytes: readBytes(signed.authInfoBytes, authInfoBytes),
            }
          },
        }
      : {}),
  }
}

/** The signature, in a record of its own or beside its key. */
function readSignature(answer: { readonly [key: string]: unknown }): { signature: string; publicKey: string } {
  const inner = typeof answer.signature === 'object' ? asRecord(answer.signature) : answer
  const { signature, pub_key: key } = inner
  try {
    const bytes = base64.decode(String(signature))
    const publicKey = base64.decode(String(asRecord(key).value))
    if (bytes.length === 64 && publicKey.length === 33)
      return { signature: String(signature), publicKey: hex.encode(publicKey) }
  } catch {
    // Said below.
  }
  throw badAnswer('It gave no signature with its public key.')
}

/** A wallet may change the fee; one that says nothing signed what it was given. */
function readBytes(value: unknown, asked: Uint8Array): Uint8Array {
  if (value === undefined || value === null) return asked
  const text = String(value)
  try {
    // Wallets after the first examples of the reference write hex.
    return /^([0-9a-f]{2})+$/.test(text) && text.length >= asked.length * 2 ? hex.decode(text) : base64.decode(text)
  } catch {
    throw badAnswer('It gave back a document that cannot be read.')
  }
}

function asRecord(value: unknown): { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null ? (value as { readonly [key: string]: unknown }) : {}
}

function badAnswer(details: string): LatchkeyError {
  return new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet returned an unexpected response.', {
    details,
    hints: ['Try again, or use another wallet.'],
  })
}
