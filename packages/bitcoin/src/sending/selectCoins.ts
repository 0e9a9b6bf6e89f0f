import type { AddressKind } from '@latchkey/protocol/internal/bitcoin'

/** Sizes in weight units: a quarter of a virtual byte. Signatures are counted at their usual largest. */
const inputWeight: { readonly [kind in AddressKind]: number } = {
  p2pkh: 4 * 148,
  // The nested form of P2WPKH, the only one that can be signed without knowing more than a key.
  p2sh: 4 * 64 + 108,
  p2wpkh: 4 * 41 + 108,
  // Two signatures of three keys: what most such addresses are.
  p2wsh: 4 * 41 + 254,
  p2tr: 4 * 41 + 67,
}

/** The most that nodes pass on, in weight units. */
export const standardWeight = 400_000

/** What a transfer is put together from. */
export type SelectionRequest<coin> = {
  readonly coins: readonly coin[]
  /** Satoshi. */
  readonly amount: bigint
  /** Satoshi per virtual byte. */
  readonly rate: number
  /** How the coins are spent. */
  readonly kind: AddressKind
  readonly to: Uint8Array
  /** The script of the change. */
  readonly from: Uint8Array
}

/** The coins to spend, what the chain gets and what comes back, in satoshi. */
export type Selection<coin> = {
  readonly coins: readonly coin[]
  readonly fee: bigint
  readonly change: bigint
  readonly weight: number
}

/**
 * The least that an output may hold, in satoshi: nodes do not pass on what costs more to spend than it is worth.
 *
 * @see https://github.com/bitcoin/bitcoin/blob/master/src/policy/policy.cpp GetDustThreshold
 */
export function dustLimit(script: Uint8Array): bigint {
  const isWitness = script[1] === script.length - 2
  return BigInt(3 * (outputSize(script) + (isWitness ? 67 : 148)))
}

/** Those coins that are worth more than it costs to spend them. */
export function worthwhile<coin extends { readonly value: bigint }>(
  coins: readonly coin[],
  rate: number,
  kind: AddressKind,
): readonly coin[] {
  return coins.filter(({ value }) => value > feeOf(inputWeight[kind], rate))
}

/** What it costs to move all coins to one place. */
export function sweepFee({ coins, rate, kind, to }: Omit<SelectionRequest<unknown>, 'amount' | 'from'>): bigint {
  return feeOf(weightOf(kind, coins.length, [to]), rate)
}

/** Takes the largest coins until they pay for amount and fee; `undefined` when all together do not. */
export function selectCoins<coin extends { readonly value: bigint }>(
  request: SelectionRequest<coin>,
): Selection<coin> | undefined {
  const { amount, rate, kind, to, from } = request
  const sorted = [...worthwhile(request.coins, rate, kind)].sort((one, other) =>
    one.value < other.value ? 1 : one.value > other.value ? -1 : 0,
  )
  let sum = 0n
  for (const [index, { value }] of sorted.entries()) {
    sum += value
    const coins = sorted.slice(0, index + 1)
    const withChange = weightOf(kind, coins.length, [to, from])
    const change = sum - amount - feeOf(withChange, rate)
    if (change >= dustLimit(from)) return { coins, fee: sum - amount - change, change, weight: withChange }
    const alone = weightOf(kind, coins.length, [to])
    // What would be too little for an output of its own goes to the fee.
    if (sum >= amount + feeOf(alone, rate)) return { coins, fee: sum - amount, change: 0n, weight: alone }
  }
  return undefined
}

function weightOf(kind: AddressKind, count: number, outputs: readonly Uint8Array[]): number {
  const bytes =
    8 + compactSize(count) + compactSize(outputs.length) + outputs.reduce((sum, one) => sum + outputSize(one), 0)
  return 4 * bytes + (kind === 'p2pkh' ? 0 : 2) + count * inputWeight[kind]
}

function feeOf(weight: number, rate: number): bigint {
  // Nodes compare the fee with the size in whole virtual bytes.
  return BigInt(Math.ceil(Math.ceil(weight / 4) * rate))
}

function outputSize(script: Uint8Array): number {
  return 8 + compactSize(script.length) + script.length
}

function compactSize(count: number): number {
  return count < 253 ? 1 : count < 65_536 ? 3 : 5
}
