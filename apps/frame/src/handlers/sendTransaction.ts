import { LatchkeyError } from '@latchkey/protocol/errors'
import { hexToBytes } from '@noble/hashes/utils.js'
import { broadcast } from '../chains/broadcast.js'
import { readDecimals, readFees, readQuantity } from '../chains/evmReads.js'
import { simulateCalls } from '../chains/simulateCalls.js'
import type { TokenClaims } from '../signing/evm/describeCall.js'
import { describeTransaction } from '../signing/evm/describeTransaction.js'
import { isSameAddress } from '../signing/evm/evmAddress.js'
import type { CallParams, TransactionParams } from '../signing/evm/evmParams.js'
import { mostFee, writeTransaction } from '../signing/evm/evmTransaction.js'
import { strangeAccount } from '../signing/evm/strangeAccount.js'
import { evmChainId } from '../signing/signingContext.js'
import { visibleLabel } from '../signing/text.js'
import type { Approval, FrameChain } from '../types.js'
import { type Asking, approveAndSign } from './approveAndSign.js'

/**
 * Sends one transaction: completed by own reads of the network, shown from the bytes that are signed. One at a time for each
 * account and network, in all tabs of this browser, so that no two take the same number.
 *
 * @param asking - The request.
 * @param params - The transaction as it was asked.
 * @returns Its hash.
 */
export async function sendTransaction(asking: Asking, params: TransactionParams): Promise<string> {
  const { chain, user, locks, signal, onWait } = asking
  const account = user.addresses.eip155
  checkTransaction(params, account, chain)
  const send = async () => {
    const { unsigned, approval } = await prepareTransaction(asking, params)
    const request = { kind: 'evmTransaction', unsigned, chainId: evmChainId(chain) } as const
    const signed = await approveAndSign(asking, { approval, request })
    return broadcast(asking.client, chain, signed)
  }
  return locks.hold(`${account} ${chain.id}`, send, { signal, onWait })
}

/**
 * Completes a transaction and describes it.
 *
 * @param asking - The request.
 * @param params - The transaction as it was asked.
 * @returns The bytes to sign, what is shown, and the most that it costs.
 * @throws LatchkeyError INSUFFICIENT_FUNDS, EXECUTION_REVERTED and others that a node gives before anything is shown.
 */
export async function prepareTransaction(
  asking: Pick<Asking, 'client' | 'chain' | 'user' | 'origin' | 'signal' | 'market'>,
  params: CallParams & Partial<Pick<TransactionParams, 'gas' | 'gasLimit' | 'nonce' | 'accessList'>>,
): Promise<{ unsigned: Uint8Array; approval: Approval; fee: bigint }> {
  const { client, chain, user, origin, signal, market } = asking
  const account = user.addresses.eip155
  const options = { signal }
  await client.check(chain, options)
  const { to, value = 0n } = params
  const hex = params.data ?? params.input ?? '0x'
  const read = (method: string, ...rest: unknown[]) => client.call(chain, method, rest, options).then(readQuantity)
  const call = { from: account, ...(to ? { to } : {}), value: `0x${value.toString(16)}`, data: hex }
  const asked = params.gas ?? params.gasLimit
  const token = to && hex.length > 2 ? chain.tokens.find(({ address }) => isSameAddress(address, to)) : undefined
  const [waiting, balance, { fees, factor }, estimate, claims, trial, worth] = await Promise.all([
    read('eth_getTransactionCount', account, 'pending'),
    read('eth_getBalance', account, 'pending'),
    readFees(client, chain, options),
    read('eth_estimateGas', call).then(
      (gas) => ({ gas, error: undefined }),
      (error: unknown) => ({ gas: 0n, error }),
    ),
    readClaims(asking, to ?? undefined, hex),
    // Of a plain payment everything is in sight.
    hex.length > 2 && to ? simulateCalls(client, chain, [call], options) : undefined,
    market &&
      import('../chains/readMarket.js')
        .then((code) => code.readMarket(market, chain, token, signal))
        .catch(() => undefined),
  ])
  if (estimate.error !== undefined && asked === undefined) {
    // A node tells that there is not enough in its own words, or as a failure of the call.
    if (value > balance) throw insufficient()
    throw estimate.error
  }
  const gas = asked ?? withRoom(estimate.gas)
  const nonce = Number(params.nonce ?? waiting)
  const transaction = {
    chainId: evmChainId(chain),
    nonce,
    gas,
    fees,
    to: to ?? undefined,
    value,
    data: hexToBytes(hex.slice(2)),
    accessList: 'gasPrice' in fees ? [] : (params.accessList ?? []),
  }
  if (value + mostFee(transaction) > balance) throw insufficient()
  const unsigned = writeTransaction(transaction)
  const failure = estimate.error instanceof Error ? estimate.error.message : undefined
  const approval = describeTransaction(
    unsigned,
    { chain, account, origin },
    {
      balance,
      claims,
      trial,
      market: worth,
      isReplacement: BigInt(nonce) < waiting,
      ...(factor === undefined ? {} : { feeFactor: factor }),
      ...(failure === undefined ? {} : { failure: visibleLabel(failure.replace(/\.$/, ''), 200) }),
    },
  )
  return { unsigned, approval, fee: mostFee(transaction) }
}

function checkTransaction(params: TransactionParams, account: string, chain: FrameChain): void {
  const { from, chainId, type, authorizationList, blobVersionedHashes, nonce } = params
  const refuse = (message: string) => new LatchkeyError('INVALID_PARAMS', message, { rpcCode: -32602 })
  if (!isSameAddress(from, account)) throw strangeAccount()
  if (chainId !== undefined && chainId !== BigInt(evmChainId(chain)))
    throw refuse('The transaction is for another network')
  const kind = type === undefined ? undefined : Number(type)
  // Such a transaction hands the whole account over to the code of a contract.
  if (authorizationList !== undefined || kind === 4)
    throw refuse('The wallet does not hand its account over to a contract')
  if (blobVersionedHashes !== undefined || kind === 3) throw refuse('This kind of transaction is not sent')
  if (nonce !== undefined && nonce > BigInt(Number.MAX_SAFE_INTEGER))
    throw refuse('The number of the transaction is not valid')
}

// Only the call's own target is asked: a page names it, and the person sees that it is unknown.
async function readClaims(
  { client, chain, signal }: Pick<Asking, 'client' | 'chain' | 'signal'>,
  to: string | undefined,
  data: string,
): Promise<TokenClaims> {
  const isKnown = to === undefined || chain.tokens.some(({ address }) => isSameAddress(address, to))
  if (isKnown || data.length < 10) return {}
  const decimals = await readDecimals(client, chain, to, { signal })
  return decimals === undefined ? {} : { [to.toLowerCase()]: { decimals } }
}

// What a call needs can grow until it is in a block; a plain payment cannot.
function withRoom(gas: bigint): bigint {
  return gas === 21_000n ? gas : gas + gas / 5n
}

function insufficient(): LatchkeyError {
  return new LatchkeyError('INSUFFICIENT_FUNDS', 'The account does not hold enough for the amount and the network fee.')
}
