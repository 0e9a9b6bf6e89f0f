import type { ReadContext, TransactionRequest } from '@latchkey/core'
import type { ChainId } from '@latchkey/protocol/caip'
import { fromRpcError, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { BitcoinProvider } from '@latchkey/protocol/internal/bitcoin'
import { readBitcoinAddress } from '@latchkey/protocol/internal/bitcoin'
import { base64 } from '@scure/base'
import { requireAddress } from '../reads/requireAddress.js'

/** Signs a text; base64 by BIP-322, or by BIP-137 where wallet or address know only that. */
export async function signMessage(
  provider: unknown,
  { address, message }: { address: string; message: string | Uint8Array },
): Promise<string> {
  // The oldest addresses have no form of BIP-322 that verifiers agree on.
  const protocol = readBitcoinAddress(address)?.kind === 'p2pkh' ? 'ecdsa' : 'bip322'
  const request = { address, message: toText(message), protocol } as const
  const signature: unknown = await ask(() => (provider as BitcoinProvider).signMessage(request))
  if (typeof signature === 'string' && sizeOf(signature) >= 64) return signature
  throw new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet did not return a signature.')
}

/**
 * Has a transaction signed and sent. A PSBT is signed by the wallet, compared with what it was given, and sent by our own node:
 * so a wallet that changes a receiver or an amount is found out before anything is sent. A plain wish goes to the wallet's
 * own way of sending where it has one.
 */
export async function sendTransaction(
  given: unknown,
  parameters: { address: string; chainId: ChainId; transaction: TransactionRequest; context: ReadContext },
): Promise<string> {
  const provider = given as BitcoinProvider
  const { address, chainId, context, transaction } = parameters
  const { kind, script } = requireAddress(context.chain, address)
  const { bytes, to, value } = transaction
  if (bytes) {
    try {
      return await sign(bytes)
    } catch (error) {
      // A wallet that knows no PSBTs may still send by itself; nothing was signed then.
      if (!isLatchkeyError(error, 'UNSUPPORTED_METHOD') || !provider.sendTransfer || to === undefined) throw error
    }
  }
  if (to === undefined || value === undefined || value <= 0n)
    throw new LatchkeyError('INVALID_PARAMS', 'A transaction needs a receiver and an amount, or a PSBT.')
  requireAddress(context.chain, to)
  if (provider.sendTransfer) {
    const send = provider.sendTransfer.bind(provider)
    return txidOf(await ask(() => send({ address, chainId, to, amount: value })))
  }
  const { toBytes } = await import('../reads/reads.js')
  return sign(await toBytes(context, { from: address, to, amount: value }))

  async function sign(psbt: Uint8Array): Promise<string> {
    const { completePsbt, finishPsbt, ownInputs } = await import('./psbt.js')
    const { broadcast } = await import('./broadcast.js')
    const needsKey = kind === 'p2tr' || kind === 'p2sh'
    const whole = completePsbt(psbt, needsKey ? await publicKeyOf(provider, address) : undefined)
    const inputs = ownInputs(whole, script).map((index) => ({ index, address }))
    const canSend = context.rpcUrls.length > 0
    const answer = await ask(() => provider.signPsbt({ chainId, psbt: whole, inputs, broadcast: !canSend }))
    if (!((answer?.psbt as unknown) instanceof Uint8Array))
      throw new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet did not return a signed transaction.')
    const { hex, txid } = finishPsbt(whole, answer.psbt)
    if (answer.txid === undefined && canSend) return broadcast(context, { hex, txid })
    // The wallet says that it has sent what it signed.
    if (answer.txid === txid) return txid
    throw noTxid()
  }
}

async function publicKeyOf(provider: BitcoinProvider, address: string): Promise<string | undefined> {
  // It only completes what some wallets want to be told; one that does not answer can still know its own keys.
  const accounts: unknown = await provider.getAccounts().catch(() => [])
  if (!Array.isArray(accounts)) return undefined
  const known = (accounts as { account?: unknown; publicKey?: unknown }[]).find(
    ({ account }) => typeof account === 'string' && account.split(':').at(-1) === address,
  )
  return typeof known?.publicKey === 'string' ? known.publicKey : undefined
}

async function ask<answer>(run: () => Promise<answer>): Promise<answer> {
  try {
    return await run()
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}

function txidOf(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)) return value.toLowerCase()
  throw noTxid()
}

function noTxid(): LatchkeyError {
  return new LatchkeyError(
    'WALLET_BAD_ANSWER',
    'The wallet did not return the id of the transaction. Look in the wallet before you try again.',
  )
}

function toText(message: string | Uint8Array): string {
  if (typeof message === 'string') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  } catch (cause) {
    throw new LatchkeyError('INVALID_PARAMS', 'Bitcoin wallets sign text only.', { cause })
  }
}

function sizeOf(signature: string): number {
  try {
    return base64.decode(signature).length
  } catch {
    return 0
  }
}
