import { hexToBytes } from '@noble/hashes/utils.js'
import type { SimulatedCalls } from '../../chains/simulateCalls.js'
import type { Approval, ApprovalRow } from '../../types.js'
import { writeAmount } from '../amounts.js'
import { type SigningContext, toApproval } from '../signingContext.js'
import { describeCall } from './describeCall.js'
import { describeChanges } from './describeChanges.js'
import { writeFee } from './evmTransaction.js'

/**
 * Describes what each of several calls does, in their order; none is left out.
 *
 * @param calls - The calls, data as 0x hex.
 * @param fee - The most that each of them costs.
 * @param context - Where they are signed.
 * @param trial - What they would do, as a node tried them out.
 * @returns What is shown.
 */
export function describeBundle(
  calls: readonly { readonly to: string | undefined; readonly value: bigint; readonly data: string }[],
  fee: bigint,
  context: SigningContext,
  trial?: SimulatedCalls,
): Approval {
  const { chain, account } = context
  const words = calls.map(({ data, ...call }) =>
    describeCall({ ...call, data: hexToBytes(data.slice(2)) }, chain, { account }),
  )
  const many = calls.length > 1
  const number = (at: number, label: string) => (many ? `${at + 1}. ${label}` : label)
  const failing = 1 + (trial?.findIndex(({ isOk }) => !isOk) ?? -1)
  const total = calls.reduce((sum, { value }) => sum + value, 0n)
  const { symbol, decimals } = chain.nativeCurrency
  return toApproval(context, {
    action: many ? `Send all ${calls.length}` : (words[0]?.action ?? 'Send'),
    title: many ? `Send ${calls.length} transactions` : (words[0]?.title ?? 'Send'),
    danger: [...new Set(words.flatMap(({ danger }) => danger))],
    warnings: [
      ...(many
        ? ['They are sent one after the other. Each pays its own network fee. If one fails, those before it stay done.']
        : []),
      ...(failing > 0 ? [`In the simulation, call ${failing} fails.`] : []),
      ...new Set(words.flatMap(({ warnings }) => warnings)),
    ],
    ...(total > 0n ? { headline: { text: `${writeAmount(total, decimals)} ${symbol}` } } : {}),
    rows: words
      .flatMap(({ title, headline, rows }, at): ApprovalRow[] => [
        { label: number(at, title), value: headline?.text ?? '', form: 'sum' as const },
        ...rows.map((row) => ({ ...row, label: number(at, row.label) })),
      ])
      .concat(trial ? describeChanges(trial, account, chain) : [], {
        label: 'Network fee of each, at most',
        value: `${writeFee(fee, decimals)} ${symbol}`,
        form: 'sum',
      }),
    details: words.flatMap(({ details }, at) => details.map((row) => ({ ...row, label: number(at, row.label) }))),
    grants: words.flatMap(({ grants = [] }) => grants),
    needsSecondLook: many || words.some(({ danger }) => danger.length > 0),
  })
}
