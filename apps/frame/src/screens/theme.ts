import type { Screens } from '../types.js'

type Theme = Parameters<Screens['setTheme']>[0]

// A page may lend its accent and its corners. Everything that carries meaning here, text, ground and the colour of danger, is
// ours: a page that could set them could make a warning disappear.
const lengths = ['--lk-radius', '--lk-radius-row', '--lk-radius-button'] as const
// Families that are made to be read. A page could name one whose letters are pictures, or whose figures look alike.
const fonts = /^("?)(Inter|Roboto|Arial|Helvetica( Neue)?|Segoe UI|-apple-system|system-ui|sans-serif)\1$/i
const accents = ['--lk-accent', '--apkt-accent', '--w3m-accent'] as const
const grounds = { light: [255, 255, 255], dark: [18, 24, 22] } as const

/**
 * Takes over what a page may decide about the look.
 *
 * @param element - The document's element.
 * @param theme - Light or dark, and variables by name; what is not known or not sound is ignored.
 */
export function applyTheme(element: HTMLElement, { themeMode, themeVariables }: Theme): void {
  if (themeMode) element.dataset.lkTheme = themeMode
  if (!themeVariables) return
  for (const name of lengths) {
    const ofOthers = name === '--lk-radius-row' ? themeVariables['--w3m-border-radius-master'] : undefined
    const given = themeVariables[name] ?? ofOthers ?? ''
    const value = typeof given === 'number' ? `${given}px` : given
    element.style.setProperty(name, /^\d{1,3}(\.\d{1,3})?(px|rem|em)$/.test(value) ? value : '')
  }
  const families = String(themeVariables['--lk-font'] ?? '').split(/ *, */, 16)
  element.style.setProperty('--lk-font', families.filter((family) => fonts.test(family)).join())
  setAccent(
    element,
    accents.map((name) => themeVariables[name]).find((value) => value !== undefined),
  )
}

function setAccent(element: HTMLElement, value: string | number | undefined): void {
  const [light, dark] = readColours(String(value ?? ''))
  const isUsable = light && dark && contrast(light, grounds.light) >= 3 && contrast(dark, grounds.dark) >= 3
  // The style sheet reads the pair of its mode; an empty value removes the property.
  for (const [mode, colour] of Object.entries({ light, dark })) {
    const own = isUsable ? colour : undefined
    element.style.setProperty(`--${mode}`, own ? css(own) : '')
    element.style.setProperty(`--${mode}-on`, own ? (contrast(own, [255, 255, 255]) >= 4.5 ? '#fff' : '#06120e') : '')
  }
}

type Colour = readonly [number, number, number]

// One colour for both modes, or a pair.
function readColours(value: string): readonly [Colour | undefined, Colour | undefined] {
  // The page writes it, and the expression takes cubic time.
  const text = value.length > 200 ? '' : value.trim()
  const pair = /^light-dark\(\s*([^,()]+|[a-z]+\([^()]*\))\s*,\s*([^,()]+|[a-z]+\([^()]*\))\s*\)$/i.exec(text)
  if (pair) return [readColour(pair[1] ?? ''), readColour(pair[2] ?? '')]
  const one = readColour(text)
  return [one, one]
}

function readColour(value: string): Colour | undefined {
  const text = value.trim()
  if (text.length > 64 || !/^(#[\da-f]{3,8}|[a-z]+|[a-z]+\([\d\s.,%/a-z-]*\))$/i.test(text)) return undefined
  if (!CSS.supports('color', text)) return undefined
  const context = new OffscreenCanvas(1, 1).getContext('2d')
  if (!context) return undefined
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha === 255 ? [red, green, blue] : undefined
}

function css([red, green, blue]: Colour): string {
  return `rgb(${red} ${green} ${blue})`
}

// WCAG 2.2, relative luminance.
function contrast(a: Colour, b: Colour): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
