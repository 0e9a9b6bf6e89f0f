/** Characters and pairs that are read as others in common fonts. */
const alike: readonly (readonly [RegExp, string])[] = [
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
]
/** What stands for letters besides, in names that want to be taken for a known one. */
const leet: readonly (readonly [RegExp, string])[] = [
  [/-/g, ''],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/7/g, 't'],
  [/8/g, 'b'],
]

/**
 * Returns the form that labels of the same look share.
 *
 * @param label - A label of ASCII letters in lower case, digits and hyphens.
 * @param reading - `look`: what may be mistaken at sight; `word`: also what is written to be read as a word.
 * @see https://www.unicode.org/reports/tr39/#Confusable_Detection
 */
export function shapeOf(label: string, reading: 'look' | 'word' = 'look'): string {
  const pairs = reading === 'look' ? alike : [...leet, ...alike]
  return pairs.reduce((text, [found, letter]) => text.replace(found, letter), label)
}
