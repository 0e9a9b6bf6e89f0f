/** Creates an element with attributes and children; text is always text, never markup. */
export function element<tag extends keyof HTMLElementTagNameMap>(
  tag: tag,
  attributes: { readonly [name: string]: string } = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}
