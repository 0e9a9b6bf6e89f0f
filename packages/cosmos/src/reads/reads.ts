import type { ReadContext, TransactionRequest, Transfer, TransferQuote } from '@latchkey/core'
import { nativeBalance } from '@latchkey/core/family'
import type { TokenBalance } from '@latchkey/protocol/api'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { readCosmosAddress } from '@latchkey/protocol/internal/cosmos'
import { type CosmosParameters, denomOf, feeOf } from '../parameters.js'
import { badAnswer, expectGood, readLcd, record, refuseOtherChain, whole } from './lcd.js'

/** Balance of the native coin, in its smallest unit. */
export async function getBalance(parameters: CosmosParameters, context: ReadContext, address: string): Promise<bigint> {
  if (!readCosmosAddress(address)) throw notAnAddress()
  const denom = denomOf(parameters, context.chain)
  const path = `/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=${encodeURIComponent(denom)}`
  const [answer] = await Promise.all([readLcd(context, path), refuseOtherChain(context)])
  const balance = record(expectGood(answer).balance)
  if (balance.denom !== denom) throw badAnswer()
  return whole(balance.amount)
}

/** The native coin alone. */
export async function getBalances(
  parameters: CosmosParameters,
  context: ReadContext,
  address: string,
): Promise<readonly TokenBalance[]> {
  return [nativeBalance(context.chain, await getBalance(parameters, context, address))]
}

/** What a transfer costs, and what the sender holds. */
export async function quoteTransfer(
  parameters: CosmosParameters,
  context: ReadContext,
  transfer: Transfer,
): Promise<TransferQuote> {
  requireTransfer(transfer)
  const held = await getBalance(parameters, context, transfer.from)
  if (transfer.amount > held) throw insufficient()
  return { fee: feeOf(parameters, context.chain), nativeBalance: held }
}

/** The wish to send, once it is known that it can be carried out; the message is written when the wallet is asked. */
export async function toTransaction(
  parameters: CosmosParameters,
  context: ReadContext,
  transfer: Transfer,
): Promise<TransactionRequest> {
  const { fee, nativeBalance: held } = await quoteTransfer(parameters, context, transfer)
  if (transfer.amount + fee > held) throw insufficient()
  return { to: transfer.to, value: transfer.amount }
}

/** Refuses a receiver of another chain: what is sent there arrives at an account that may be nobody's. */
export function requireTransfer({ from, to, token }: Omit<Transfer, 'amount'>): void {
  if (token !== undefined)
    throw new LatchkeyError(
      'SENDING_UNSUPPORTED',
      'Only the native coin can be sent from here. Send from the wallet itself.',
    )
  const [sender, receiver] = [readCosmosAddress(from), readCosmosAddress(to)]
  if (!sender || !receiver) throw notAnAddress()
  if (sender.prefix === receiver.prefix) return
  throw new LatchkeyError(
    'INVALID_ADDRESS',
    `The receiver’s address begins with "${receiver.prefix.slice(0, 30)}", those of this chain with "${sender.prefix.slice(0, 30)}". Nothing was sent.`,
    { hints: ['Ask for the receiver’s address on this chain.'] },
  )
}

function notAnAddress(): LatchkeyError {
  return new LatchkeyError('INVALID_ADDRESS', 'This is not a Cosmos address. Compare it character by character.')
}

function insufficient(): LatchkeyError {
  return new LatchkeyError('INSUFFICIENT_FUNDS', 'The account does not hold enough for the amount and the network fee.')
}
