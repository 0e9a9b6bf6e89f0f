const key = 'latchkey.leftAt'

/** Remembers where on the page somebody was who leaves it for a sign-in. */
export function keepPlace(): void {
  try {
    sessionStorage.setItem(key, location.hash)
  } catch {
    // They come back to the top of the page.
  }
}

/**
 * Takes what a sign-in came back with out of the address, which is then as it was before the page was left.
 *
 * @param origin - The wallet's.
 * @returns What the wallet is told; undefined where nobody came back.
 */
export function takeSocialReturn(origin: string): string | undefined {
  const [, id, result] = /^#latchkey-social=([\w-]{16,64})\.([\w-]{43})?$/.exec(location.hash) ?? []
  if (id === undefined) return undefined
  let hash = ''
  try {
    hash = sessionStorage.getItem(key) ?? ''
    sessionStorage.removeItem(key)
  } catch {
    // Nothing is kept here.
  }
  history.replaceState(history.state, '', `${location.pathname}${location.search}${hash}`)
  return `${origin}/social#id=${id}&result=${result ?? ''}`
}
