import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { ProviderError } from '../../wallets/providerError.js'
import { solanaKey } from './familyKeys.js'
import {
  type FamilyRequest,
  type PhoneFamily,
  reading,
  readText,
  toMessage,
  unknownAccount,
  unknownMethod,
} from './phoneFamily.js'

/** Solana on the phone. @see https://docs.walletconnect.network/wallet-sdk/chain-support/solana */
export function createSolanaFamily(index: number): PhoneFamily {
  const key = solanaKey(index)
  const address = base58.encode(key.publicKey)

  async function confirm({ confirm: ask, chain }: FamilyRequest, transactions: readonly Uint8Array[], sends: boolean) {
    const rows = [{ label: 'Network', value: chain.name }]
    const title = sends
      ? 'Sign and send'
      : transactions.length === 1
        ? 'Sign'
        : `Sign ${transactions.length} transactions`
    const details = { label: 'Transaction', text: transactions.map((bytes) => base64.encode(bytes)).join('\n\n') }
    await ask(address, { kind: 'familyTransaction', text: { title, rows, details } })
  }

  function sign(bytes: Uint8Array): { signed: Uint8Array; signature: string } {
    const { place, message } = reading('The transaction', () => readWire(bytes))
    if (place === undefined) throw unknownAccount
    const signature = ed25519.sign(message, key.privateKey)
    const signed = bytes.slice()
    signed.set(signature, place)
    return { signed, signature: base58.encode(signature) }
  }

  /** Where this account's signature belongs, and what is signed. */
  function readWire(bytes: Uint8Array): { place: number | undefined; message: Uint8Array } {
    const signatures = readCount(bytes, 0)
    const messageAt = signatures.next + signatures.count * 64
    const message = bytes.slice(messageAt)
    const header = ((message[0] ?? 0) & 0x80) === 0 ? 0 : 1
    const keys = readCount(message, header + 3)
    for (let at = 0; at < (message[header] ?? 0); at++) {
      const start = keys.next + at * 32
      if (base58.encode(message.slice(start, start + 32)) === address) {
        return { place: signatures.next + at * 64, message }
      }
    }
    return { place: undefined, message }
  }

  const read = (text: unknown) => reading('The transaction', () => base64.decode(String(text)))

  return {
    methods: [
      'solana_getAccounts',
      'solana_requestAccounts',
      'solana_signMessage',
      'solana_signTransaction',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
    ],
    addresses: () => [address],
    async answer(request) {
      const { method, params, chain } = request
      if (method === 'solana_getAccounts' || method === 'solana_requestAccounts') return [{ pubkey: address }]
      if (params.pubkey !== undefined && params.pubkey !== address) throw unknownAccount
      switch (method) {
        case 'solana_signMessage': {
          const message = reading('The message', () => base58.decode(readText(params, 'message')))
          await request.confirm(address, toMessage(message))
          return { signature: base58.encode(ed25519.sign(message, key.privateKey)) }
        }
        case 'solana_signTransaction': {
          const bytes = read(params.transaction)
          await confirm(request, [bytes], false)
          const { signed, signature } = sign(bytes)
          return { signature, transaction: base64.encode(signed) }
        }
        case 'solana_signAllTransactions': {
          const given: readonly unknown[] = Array.isArray(params.transactions) ? params.transactions : []
          const all = given.map(read)
          if (all.length === 0) throw new ProviderError(-32602, 'There is nothing to sign.')
          await confirm(request, all, false)
          return { transactions: all.map((bytes) => base64.encode(sign(bytes).signed)) }
        }
        case 'solana_signAndSendTransaction': {
          const bytes = read(params.transaction)
          await confirm(request, [bytes], true)
          const { signed } = sign(bytes)
          const options = { ...(params.sendOptions as object | undefined), encoding: 'base64' }
          return { signature: await send(chain.url, base64.encode(signed), options) }
        }
        default:
          throw unknownMethod
      }
    },
  }
}

async function send(url: string, transaction: string, options: object): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params: [transaction, options] })
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
  if (error) throw new ProviderError(error.code, error.message)
  return result
}

/** A number in groups of seven bits, the lowest first. */
function readCount(bytes: Uint8Array, start: number): { count: number; next: number } {
  let count = 0
  for (let at = 0; at < 3; at++) {
    const group = bytes[start + at]
    if (group === undefined) break
    count |= (group & 0x7f) << (at * 7)
    if (group < 0x80) return { count, next: start + at + 1 }
  }
  throw new RangeError('It ends too early.')
}
