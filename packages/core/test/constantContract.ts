import { concat, type Hex, pad, size, toHex } from 'viem'

/**
 * The code of a contract that answers each function with the same bytes, and reverts where it has none of that name.
 *
 * @param answers - By the selector, what is returned.
 */
export function constantContract(answers: { readonly [selector: Hex]: Hex }): Hex {
  const all = Object.entries(answers) as [Hex, Hex][]
  // Selector on the stack; then for each function 11 bytes that lead to its 13, behind the 5 that revert.
  const start = 5 + all.length * 11 + 5
  const data = start + all.length * 13
  const two = (value: number) => pad(toHex(value), { size: 2 })
  const offset = (at: number) => data + all.slice(0, at).reduce((sum, [, answer]) => sum + size(answer), 0)
  return concat([
    '0x5f3560e01c',
    ...all.map(([selector], at) => concat(['0x8063', selector, '0x1461', two(start + at * 13), '0x57'])),
    '0x5f5f5bfd00',
    ...all.map(([, answer], at) =>
      concat(['0x5b61', two(size(answer)), '0x8061', two(offset(at)), '0x5f395ff3', '0x00']),
    ),
    ...all.map(([, answer]) => answer),
  ])
}
