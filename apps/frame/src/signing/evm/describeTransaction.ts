import { LatchkeyError } from '@latchkey/protocol/errors'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { readMarket } from '../../chains/readMarket.js'
import type { SimulatedCalls } from '../../chains/simulateCalls.js'
import type { Approval } from '../../types.js'
import { writeAmount, writeFiat } from '../amounts.js'
import { codeRow, evmChainId, type SigningContext, toApproval } from '../signingContext.js'
import { describeCall, type TokenClaims } from './describeCall.js'
import { describeChanges } from './describeChanges.js'
import { isSameAddress } from './evmAddress.js'
import { mostFee, readTransaction, writeFee } from './evmTransaction.js'

/** Facts from the network for warnings; a transaction is described from its bytes alone. */
export type TransactionFacts = {
  readonly balance?: bigint
  readonly claims?: TokenClaims
  /** The error of a failed simulation. */
  readonly failure?: string
  /** How the fee compares with the usual one of the last blocks. */
  readonly feeFactor?: number
  /** The simulated effects. */
  readonly trial?: SimulatedCalls | undefined
  /** The prices and icons of the native coin and the moved token. */
  readonly market?: Awaited<ReturnType<typeof readMarket>> | undefined
  /** Whether a transaction of this number waits already. */
  readonly isReplacement?: boolean
}

/**
 * Describes what a transaction does, from the very bytes that are signed.
 *
 * @param unsigned - The bytes.
 * @param context - Where it is signed.
 * @param facts - What the network knows.
 * @returns What is shown.
 * @throws LatchkeyError INVALID_PARAMS when the bytes are no transaction, or one for another network.
 */
export function describeTransaction(
  unsigned: Uint8Array,
  context: SigningContext,
  facts: TransactionFacts = {},
): Approval {
  const { chain, account } = context
  const transaction = readTransaction(unsigned)
  if (transaction.chainId !== evmChainId(chain)) {
    throw new LatchkeyError('INVALID_PARAMS', 'The transaction is for another network')
  }
  const { symbol, decimals } = chain.nativeCurrency
  const write = (amount: bigint) => `${writeAmount(amount, decimals)} ${symbol}`
  const { isUnread, asset, ...words } = describeCall(transaction, chain, {
    account,
    ...(facts.claims ? { claims: facts.claims } : {}),
  })
  const fee = mostFee(transaction)
  const { value, nonce, gas, fees, accessList } = transaction
  const grave: string[] = []
  if (facts.failure !== undefined)
    grave.push(`The network expects this to fail: ${facts.failure}. The fee would still be paid.`)
  if (facts.feeFactor !== undefined && facts.feeFactor > 5)
    grave.push('The fee is more than five times what is usual now.')
  if (facts.balance !== undefined && value * 5n > facts.balance * 4n) {
    grave.push(`This sends more than four fifths of your ${symbol}.`)
  }
  // Where its bytes cannot be read, what it would do is all that there is to go by.
  const changes = facts.trial && describeChanges(facts.trial, account, chain)
  if (isUnread && !changes) grave.push('This could not be simulated, so its effects are unknown.')
  if (isUnread && changes?.some(({ tone }) => tone)) grave.push('This lets somebody else take what is yours.')
  if (facts.isReplacement) grave.push('This takes the place of a transaction that still waits.')
  const price =
    'gasPrice' in fees
      ? [{ label: 'Price of gas', value: write(fees.gasPrice) }]
      : [
          { label: 'Price of gas, at most', value: write(fees.maxFeePerGas) },
          { label: 'Of that for the block builder', value: write(fees.maxPriorityFeePerGas) },
        ]
  const moved = asset?.token
  const token = chain.tokens.find(({ address }) => isSameAddress(address, moved ?? ''))
  const { coin, money } = facts.market ?? {}
  const of = moved === undefined ? coin : token && facts.market?.token
  const fiat = asset && writeFiat(asset.amount, token?.decimals ?? decimals, of?.price, money)
  return toApproval(context, {
    ...words,
    ...(words.headline ? { headline: { ...words.headline, fiat, icon: asset && of?.icon } } : {}),
    warnings: [...grave, ...words.warnings],
    rows: [
      // Order of reading: the moved assets, the receiver, the cost.
      ...(changes ?? []),
      ...words.rows,
      {
        label: 'Network fee, at most',
        value: `${writeFee(fee, decimals)} ${symbol}`,
        form: 'sum',
        fiat: writeFiat(fee, decimals, coin?.price, money),
      },
    ],
    details: [
      { label: 'Exact network fee', value: write(fee) },
      { label: 'Nonce', value: String(nonce) },
      { label: 'Gas, at most', value: gas.toLocaleString('en') },
      ...price,
      ...words.details,
      ...accessList.map(({ address, storageKeys }) => codeRow('Access list', [address, ...storageKeys].join('\n'))),
      codeRow('Hash that is signed', `0x${bytesToHex(keccak_256(unsigned))}`),
    ],
    needsSecondLook: words.danger.length > 0 || grave.length > 0,
  })
}
