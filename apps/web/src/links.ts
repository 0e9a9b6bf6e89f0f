const home = 'https://github.com/latchkey/latchkey'

/** Where somebody reads on who wants to use it, to run it or to look inside. */
export const links = [
  { name: 'Docs', href: `${home}/tree/main/docs` },
  { name: 'Comparison', href: `${home}/blob/main/docs/look.md` },
  { name: 'Self-hosting', href: `${home}/blob/main/docs/operating.md` },
  { name: 'Source', href: home },
] as const
