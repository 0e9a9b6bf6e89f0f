/** Something on a page, as a person would name it. */
export type Part = {
  readonly css: string
  /** Its accessible name: whole as text, in part as a pattern. */
  readonly name?: string | RegExp
}

/** What is known of a part at one moment. */
export type PartState = {
  /** How many visible parts there are; the rest is about the first. */
  readonly count: number
  readonly text: string
  readonly value: string
  readonly isFocused: boolean
  readonly isEnabled: boolean
  readonly attributes: { readonly [name: string]: string }
  /** Its middle in its own document, rounded. */
  readonly x: number
  readonly y: number
  /** Whether a pointer in its middle would meet it. */
  readonly isOnTop: boolean
}

/** Runs in a page: finds the visible parts and tells about the first; shadow roots are looked into. */
export function readPart(wanted: {
  css: string
  text?: string
  pattern?: string
  flags?: string
  reach: boolean
}): PartState {
  const isHiddenFromReaders = (node: Element) => node.getAttribute('aria-hidden') === 'true'
  const contentOf = (node: Node): string => {
    if (node instanceof Text) return node.data
    if (!(node instanceof Element) || isHiddenFromReaders(node) || !node.checkVisibility({ visibilityProperty: true }))
      return ''
    const own = node.getAttribute('aria-label') ?? (node instanceof HTMLImageElement ? node.alt : undefined)
    if (own) return own
    const inner = [...node.childNodes].map(contentOf).join('')
    return getComputedStyle(node).display.startsWith('inline') ? inner : ` ${inner} `
  }
  const tidy = (text: string) => text.replace(/\s+/g, ' ').trim()
  const nameOf = (element: Element): string => {
    const label = element.getAttribute('aria-label')
    if (label) return tidy(label)
    const root = element.getRootNode() as Document | ShadowRoot
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const parts = ids.map((id) => root.getElementById(id)).filter((one) => one !== null)
    if (parts.length > 0) return tidy(parts.map(contentOf).join(' '))
    const labels = (element as HTMLInputElement).labels
    if (labels?.length) return tidy([...labels].map(contentOf).join(' '))
    return tidy(contentOf(element))
  }
  const fits = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0 || !element.checkVisibility({ visibilityProperty: true })) return false
    if (wanted.pattern !== undefined) return new RegExp(wanted.pattern, wanted.flags).test(nameOf(element))
    return wanted.text === undefined || nameOf(element) === wanted.text
  }
  const roots = (root: Document | ShadowRoot): (Document | ShadowRoot)[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? roots(shadowRoot) : [])),
  ]
  const found = roots(document).flatMap((root) => [...root.querySelectorAll(wanted.css)].filter(fits))
  const [first] = found
  if (!first)
    return {
      count: 0,
      text: '',
      value: '',
      isFocused: false,
      isEnabled: false,
      attributes: {},
      x: 0,
      y: 0,
      isOnTop: false,
    }
  ;(globalThis as { latchkeyAim?: Element }).latchkeyAim = first
  if (wanted.reach) first.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const { left, top, width, height } = first.getBoundingClientRect()
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)]
  const root = first.getRootNode() as Document | ShadowRoot
  const met = root.elementFromPoint(x, y)
  return {
    count: found.length,
    text: first instanceof HTMLElement ? first.innerText : (first.textContent ?? ''),
    value: first instanceof HTMLInputElement || first instanceof HTMLTextAreaElement ? first.value : '',
    // Where the browser itself has the focus, a document still names what had it last.
    isFocused: root.activeElement === first && document.hasFocus(),
    isEnabled: !first.matches(':disabled, [aria-disabled="true"]'),
    attributes: Object.fromEntries([...first.attributes].map(({ name, value }) => [name, value])),
    x,
    y,
    isOnTop: met !== null && (first.contains(met) || met.contains(first)),
  }
}
