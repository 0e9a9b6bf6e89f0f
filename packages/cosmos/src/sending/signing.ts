import type { ReadContext, TransactionRequest } from '@latchkey/core'
import { parseJson, readUrl } from '@latchkey/core/family'
import type { ChainId } from '@latchkey/protocol/caip'
import { type ErrorCode, fromRpcError, isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { base64, hex } from '@scure/base'
import type { CosmosProvider } from '../cosmosProvider.js'
import { type CosmosParameters, denomOf, feeOf, transferGas } from '../parameters.js'
import { expectGood, type LcdAnswer, readLcd, record, refuseOtherChain, whole } from '../reads/lcd.js'
import { requireTransfer } from '../reads/reads.js'
import { type CosmosCoin, encodeSend } from './encodeSend.js'

/** Signs a text or bytes. @see https://github.com/cosmos/cosmos-sdk/blob/main/docs/architecture/adr-036-arbitrary-signature.md */
export async function signMessage(
  provider: unknown,
  parameters: { address: string; chainId: ChainId; message: string | Uint8Array },
): Promise<string> {
  const answer = await ask(() => (provider as CosmosProvider).signMessage(parameters))
  const signature: unknown = answer?.signature
  if (isSignature(signature)) return signature
  throw new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet did not return a signature.')
}

/** Has a transfer signed in its JSON form, which hardware wallets know too, and sends it by the chain's node. */
export async function sendTransaction(
  options: CosmosParameters,
  given: unknown,
  parameters: { address: string; chainId: ChainId; transaction: TransactionRequest; context: ReadContext },
): Promise<string> {
  const provider = given as CosmosProvider
  const { address, chainId, context } = parameters
  const { to, value } = parameters.transaction
  if (to === undefined || value === undefined || value <= 0n)
    throw new LatchkeyError('INVALID_PARAMS', 'A transaction needs a receiver and an amount.')
  requireTransfer({ from: address, to })
  if (!provider.signAmino)
    throw new LatchkeyError(
      'SENDING_UNSUPPORTED',
      'This wallet does not sign transfers for a page. Send from the wallet itself.',
    )
  const sign = provider.signAmino.bind(provider)
  const [account] = await Promise.all([readAccount(context, address), refuseOtherChain(context)])
  const denom = denomOf(options, context.chain)
  const amount: CosmosCoin = { denom, amount: String(value) }
  const fee = { amount: [{ denom, amount: String(feeOf(options, context.chain)) }], gas: String(transferGas) }
  const signDoc = {
    account_number: String(account.number),
    chain_id: String(context.chain.id),
    fee,
    memo: '',
    msgs: [{ type: 'cosmos-sdk/MsgSend', value: { amount: [amount], from_address: address, to_address: to } }],
    sequence: String(account.sequence),
  }
  const answer = await ask(() => sign({ address, chainId, signDoc }))
  const { signature, publicKey } = answer ?? {}
  if (!isSignature(signature) || typeof publicKey !== 'string' || !/^0[23][0-9a-f]{64}$/i.test(publicKey))
    throw new LatchkeyError('WALLET_BAD_ANSWER', 'The wallet did not return a signature. Nothing was sent.')
  const paid = paidFee(signDoc, answer.signed)
  const txBytes = encodeSend({
    from: address,
    to,
    amount,
    ...paid,
    sequence: account.sequence,
    publicKey: hex.decode(publicKey.toLowerCase()),
    signature: base64.decode(signature),
  })
  return broadcast(context, txBytes)
}

/** The fee that was signed: people may choose another in the wallet, and nothing else. */
function paidFee(
  asked: { readonly [field: string]: unknown },
  signed: unknown,
): { readonly fee: readonly CosmosCoin[]; readonly gas: bigint } {
  try {
    const { fee, ...others } = record(signed)
    const { fee: _, ...wanted } = asked
    if (inOrder(others) !== inOrder(wanted)) throw changed()
    const { amount, gas } = record(fee)
    const coins = (Array.isArray(amount) ? amount : []).map((one): CosmosCoin => {
      const { denom, amount: number } = record(one)
      if (typeof denom !== 'string') throw changed()
      return { denom, amount: String(whole(number)) }
    })
    return { fee: coins, gas: whole(gas) }
  } catch (cause) {
    throw isLatchkeyError(cause, 'WALLET_BAD_ANSWER') ? cause : changed()
  }
}

async function readAccount(context: ReadContext, address: string): Promise<{ number: bigint; sequence: bigint }> {
  const answer = await readLcd(context, `/cosmos/auth/v1beta1/accounts/${address}`)
  // An account exists once it first receives something.
  if (answer.status === 404)
    throw new LatchkeyError(
      'INSUFFICIENT_FUNDS',
      'The account does not hold enough for the amount and the network fee.',
    )
  let account = record(expectGood(answer).account)
  // Accounts whose coins are released over time carry the plain one inside.
  for (const name of ['base_vesting_account', 'base_account']) {
    if (account[name] !== undefined) account = record(account[name])
  }
  return { number: whole(account.account_number), sequence: whole(account.sequence) }
}

/** Codes of the SDK for what a node does not take. @see https://github.com/cosmos/cosmos-sdk/blob/main/types/errors/errors.go */
const refusals: { readonly [code: number]: readonly [ErrorCode, string] } = {
  4: ['WALLET_BAD_ANSWER', 'The signature of the wallet is not valid. Nothing was sent.'],
  5: ['INSUFFICIENT_FUNDS', 'The account does not hold enough for the amount and the network fee.'],
  13: ['FEE_CAP_TOO_LOW', 'The fee is less than the network accepts now. Nothing was sent; try again.'],
  32: ['NONCE_TOO_LOW', 'The account has sent something else meanwhile. Nothing was sent; try again.'],
}

async function broadcast(context: ReadContext, txBytes: string): Promise<string> {
  const { tx_response: response } = expectGood(await post(context, txBytes))
  const { txhash, code, raw_log: details } = record(response)
  // 19: the node has it already.
  if ((code === 0 || code === 19) && typeof txhash === 'string' && /^[0-9a-f]{64}$/i.test(txhash))
    return txhash.toUpperCase()
  const known = typeof code === 'number' ? refusals[code] : undefined
  const [name, message] = known ?? (['RPC_ERROR', 'The network refused the transaction.'] as const)
  throw new LatchkeyError(name, message, { details: String(details).slice(0, 300) })
}

/** A node that does not answer well may have passed it on all the same. */
async function post(context: ReadContext, txBytes: string): Promise<LcdAnswer> {
  const body = JSON.stringify({ tx_bytes: txBytes, mode: 'BROADCAST_MODE_SYNC' })
  const request = { path: '/cosmos/tx/v1beta1/txs', body, contentType: 'application/json', isRepeatable: false }
  try {
    const answer = await readUrl(context, request)
    return { status: answer.status, body: record(parseJson(answer)) }
  } catch (cause) {
    if (!isLatchkeyError(cause)) throw cause
    throw new LatchkeyError(cause.code, 'Whether the transaction was sent is not known.', {
      cause,
      hints: ['Look at the account in an explorer before you send again.'],
    })
  }
}

function changed(): LatchkeyError {
  return new LatchkeyError(
    'WALLET_BAD_ANSWER',
    'The wallet signed a different transaction than requested. It was not sent.',
  )
}

/** The same text for the same content, whatever the order of its fields. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

function isSignature(value: unknown): value is string {
  try {
    return typeof value === 'string' && base64.decode(value).length === 64
  } catch {
    return false
  }
}

async function ask<answer>(run: () => Promise<answer>): Promise<answer> {
  try {
    return await run()
  } catch (thrown) {
    throw fromRpcError(thrown)
  }
}
