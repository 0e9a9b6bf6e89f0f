import { type FamilySession, LatchkeyError } from '@latchkey/core'
import { type ChainId, isChainId } from '@latchkey/protocol/caip'
import { hex } from '@scure/base'
import type { PolkadotProvider } from '../polkadotProvider.js'

const [opening, closing] = ['<Bytes>', '</Bytes>']

/** Creates a provider from a session, for Polkadot. @see https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc */
export function createSessionProvider(session: FamilySession): PolkadotProvider {
  return {
    async signMessage({ address, message }) {
      const params = { address, message: wrap(message) }
      const { signature } = await session.ask(session.chainOf(address), 'polkadot_signMessage', params)
      return readSignature(signature)
    },
    ...(session.has('polkadot_signTransaction')
      ? {
          async signPayload(payload) {
            const address = String(payload.address)
            const chain = session.chainOf(address, chainOfGenesis(payload.genesisHash))
            const params = { address, transactionPayload: payload }
            const { signature } = await session.ask(chain, 'polkadot_signTransaction', params)
            return readSignature(signature)
          },
        }
      : {}),
  }
}

/** Wallets wrap what is not wrapped yet, but not all of them do: wrapped here, it is the same for all. */
function wrap(message: Uint8Array): string {
  const text = toText(message)
  const bytes = text === undefined ? undefined : message
  if (bytes === undefined) {
    const around = new TextEncoder()
    return `0x${hex.encode(Uint8Array.from([...around.encode(opening), ...message, ...around.encode(closing)]))}`
  }
  return text?.startsWith(opening) && text.endsWith(closing) ? text : `${opening}${text}${closing}`
}

function toText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function chainOfGenesis(value: unknown): ChainId | undefined {
  const chain = typeof value === 'string' ? `polkadot:${value.replace(/^0x/, '').slice(0, 32)}` : undefined
  return isChainId(chain) ? chain : undefined
}

function readSignature(value: unknown): string {
  const digits = typeof value === 'string' ? value.replace(/^0x/, '') : ''
  // 64 bytes, or 65 by keys of secp256k1, and before them perhaps one that says of which kind it is.
  if (/^[0-9a-f]{128}([0-9a-f]{2}){0,2}$/i.test(digits)) return `0x${digits.toLowerCase()}`
  throw badAnswer('It gave no signature.')
}

function badAnswer(details: string): LatchkeyError {
  return new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet returned an unexpected response.', {
    details,
    hints: ['Try again, or use another wallet.'],
  })
}
