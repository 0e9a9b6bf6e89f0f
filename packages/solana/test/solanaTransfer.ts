/** The wire bytes of a transfer that nobody has signed yet, by hand: one signature, the payer, a receiver, the program. */
export function solanaTransfer(payer: Uint8Array, version: 'legacy' | 0): Uint8Array {
  const [receiver, system] = [new Uint8Array(32).fill(9), new Uint8Array(32)]
  const header = [1, 0, 1]
  const data = [2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
  const message = [
    ...(version === 'legacy' ? [] : [0x80 | version]),
    ...header,
    3,
    ...payer,
    ...receiver,
    ...system,
    ...new Uint8Array(32).fill(8),
    1,
    ...[2, 2, 0, 1, data.length, ...data],
    ...(version === 'legacy' ? [] : [0]),
  ]
  return Uint8Array.from([1, ...new Uint8Array(64), ...message])
}
