/** Creates an element with what is in it. */
export function create<tag extends keyof HTMLElementTagNameMap>(
  tag: tag,
  properties: Partial<HTMLElementTagNameMap[tag]> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
