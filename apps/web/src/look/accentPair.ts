type Rgb = readonly [number, number, number]

/** An accent for a light and for a dark ground. */
export type AccentPair = {
  readonly accent: readonly [light: string, dark: string]
  readonly strong: readonly [light: string, dark: string]
  readonly onAccent: readonly [light: string, dark: string]
}

const readable = 4.6
const lightGround: Rgb = [230, 236, 234]
const darkGround: Rgb = [39, 49, 45]
const white: Rgb = [255, 255, 255]
const ink: Rgb = [6, 35, 27]

/**
 * Adapts any colour for use as an accent: darkened for light grounds and lightened for dark ones until text in it reads.
 *
 * @param colour - `#rrggbb`.
 * @returns The accent, its stronger form for hover, and what is written on it, each for light and for dark.
 * @see https://www.w3.org/TR/WCAG22/#contrast-minimum
 */
export function accentPair(colour: string): AccentPair {
  const rgb = parse(colour)
  const light = until(rgb, [0, 0, 0], lightGround)
  const dark = until(rgb, white, darkGround)
  return {
    accent: [hex(light), hex(dark)],
    strong: [hex(mix(light, [0, 0, 0], 0.22)), hex(mix(dark, white, 0.3))],
    onAccent: [hex(inkOn(light)), hex(inkOn(dark))],
  }
}

function until(from: Rgb, towards: Rgb, ground: Rgb): Rgb {
  for (let share = 0; share < 1; share += 0.02) {
    const tried = mix(from, towards, share)
    if (contrast(tried, ground) >= readable) return tried
  }
  return towards
}

function inkOn(ground: Rgb): Rgb {
  return contrast(white, ground) >= contrast(ink, ground) ? white : ink
}

function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function linear(channel: number): number {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2) => Math.round(one[index] + (other[index] - one[index]) * share)
  return [channel(0), channel(1), channel(2)]
}

function parse(colour: string): Rgb {
  const value = /^#[0-9a-f]{6}$/i.test(colour) ? Number.parseInt(colour.slice(1), 16) : 0
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function hex([red, green, blue]: Rgb): string {
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`
}
