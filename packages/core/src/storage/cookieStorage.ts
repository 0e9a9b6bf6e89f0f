import { isSaved, stateKey } from './persist.js'
import { cookieNameOf, fromCookies, toCookie } from './sessionCookie.js'
import type { KeyValue } from './storage.js'

const secondsPerYear = 365 * 24 * 60 * 60

/**
 * `localStorage`, with a copy of the connections in a cookie, so that a server can render them. The cookie holds the id of the
 * wallet, its active account of each family and the chosen chains; all else stays in `localStorage`. It lasts a year after the
 * last change. One that would be larger than 4096 bytes is not written.
 *
 * On a server it is empty: there, `cookieToInitialState` reads the cookies of a request.
 *
 * @example
 * import { cookieStorage, createConfig, createStorage } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet], storage: createStorage({ store: cookieStorage }) })
 */
export const cookieStorage: KeyValue = {
  getItem(key) {
    if (typeof document === 'undefined') return null
    const text = localStorage.getItem(key)
    if (text !== null || !key.endsWith(stateKey)) return text
    const initialState = fromCookies(document.cookie, cookieNameOf(key))
    return initialState ? JSON.stringify(initialState) : null
  },
  setItem(key, value) {
    if (typeof document === 'undefined') return
    if (key.endsWith(stateKey)) writeCookie(cookieNameOf(key), value)
    localStorage.setItem(key, value)
  },
  removeItem(key) {
    if (typeof document === 'undefined') return
    if (key.endsWith(stateKey)) setCookie(`${cookieNameOf(key)}=`, 0)
    localStorage.removeItem(key)
  },
}

function writeCookie(name: string, text: string): void {
  const value: unknown = JSON.parse(text)
  const pair = isSaved(value) ? toCookie(name, value) : undefined
  // Better no cookie than the one of before.
  setCookie(pair ?? `${name}=`, pair ? secondsPerYear : 0)
}

function setCookie(pair: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? ';secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: what is written must be there before the page is left, in every browser
  document.cookie = `${pair};path=/;max-age=${maxAge};samesite=lax${secure}`
}
