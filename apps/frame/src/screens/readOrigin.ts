/** The display form of an origin. */
export type ReadOrigin = {
  /** As the browser names it: international names in their ASCII form. */
  readonly text: string
  /** In letters, where that differs. */
  readonly unicode: string | undefined
  /** Whether one label mixes alphabets, as a name does that pretends to be another. */
  readonly isMixed: boolean
}

/**
 * Prepares an origin for reading: without the scheme where it is https, in ASCII and, if it differs, in letters.
 *
 * @param origin - The origin as the browser names it.
 * @returns How it is shown.
 */
export function readOrigin(origin: string): ReadOrigin {
  const url = new URL(origin)
  const labels = url.hostname
    .split('.')
    .map((label) => (label.startsWith('xn--') ? decodeLabel(label.slice(4)) : label))
  const port = url.port ? `:${url.port}` : ''
  const unicode = labels.every((label) => label !== undefined) ? `${labels.join('.')}${port}` : undefined
  const scheme = url.protocol === 'https:' ? '' : `${url.protocol}//`
  return {
    text: `${scheme}${url.host}`,
    unicode: unicode === undefined || unicode === url.host ? undefined : unicode,
    isMixed: labels.some((label) => label !== undefined && isMixed(label)),
  }
}

const scripts = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Arabic}|\p{Script=Hebrew}/u,
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u,
]

function isMixed(label: string): boolean {
  const found = scripts.filter((script) => script.test(label)).length
  // A whole label in Cyrillic can look Latin letter by letter.
  const isLookAlike = /^[асԁеһіјӏорԛѕԝхуѵүғҝҡқ\d-]+$/u.test(label) && /\p{Script=Cyrillic}/u.test(label)
  return found > 1 || isLookAlike
}

// RFC 3492, the decoder alone, with the numbers of its section 5.
function decodeLabel(text: string): string | undefined {
  const delimiter = text.lastIndexOf('-')
  const points = [...text.slice(0, Math.max(delimiter, 0))].map((letter) => letter.charCodeAt(0))
  let [n, i, bias] = [128, 0, 72]
  for (let at = delimiter + 1; at < text.length; ) {
    const before = i
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digitOf(text.charCodeAt(at++))
      if (digit === undefined || i > 0x7fffffff) return undefined
      i += digit * weight
      const threshold = k <= bias ? 1 : Math.min(k - bias, 26)
      if (digit < threshold) break
      weight *= 36 - threshold
    }
    const size = points.length + 1
    bias = adapt(i - before, size, before === 0)
    n += Math.floor(i / size)
    i %= size
    if (n > 0x10ffff) return undefined
    points.splice(i++, 0, n)
  }
  return String.fromCodePoint(...points)
}

function digitOf(code: number): number | undefined {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : undefined
}

function adapt(delta: number, size: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / size)
  let k = 0
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35)
  return k + Math.floor((36 * rest) / (rest + 38))
}
