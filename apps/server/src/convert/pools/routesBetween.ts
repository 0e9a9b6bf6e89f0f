import type { Address } from '../swapPort.js'

/**
 * Lists the ways from one token to another, of three hops at most, the shortest first.
 *
 * @param from - The token that is sold.
 * @param to - The token that is bought.
 * @param connectors - The tokens that may be between them.
 * @returns The tokens on each way, the first and the last included; no token twice.
 */
export function routesBetween(from: Address, to: Address, connectors: readonly Address[]): readonly Address[][] {
  const between = [...new Set(connectors)].filter((token) => token !== from && token !== to)
  return [
    [from, to],
    ...between.map((one) => [from, one, to]),
    ...between.flatMap((one) => between.flatMap((other) => (one === other ? [] : [[from, one, other, to]]))),
  ]
}
