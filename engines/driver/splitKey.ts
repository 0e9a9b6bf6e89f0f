/** Takes `Shift+Tab` apart. */
export function splitKey(key: string): { modifier: 'Shift' | 'Control' | undefined; name: string } {
  const [first = '', second] = key.split('+')
  if (second === undefined) return { modifier: undefined, name: first }
  if (first !== 'Shift' && first !== 'Control') throw new Error(`No key goes with ${first}`)
  return { modifier: first, name: second }
}
