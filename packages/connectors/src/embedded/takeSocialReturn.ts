const key = 'latchkey.leftAt'

/** Saves the scroll position before a redirect to sign in. */
export function keepPlace(): void {
  try {
    sessionStorage.setItem(key, location.hash)
  } catch {
    // The visitor returns to the top of the page.
  }
}

/**
 * Takes the result of a sign-in out of the URL, and restores the URL from before the redirect.
 *
 * @param origin - The wallet's.
 * @returns The result for the wallet; undefined without a redirect.
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
