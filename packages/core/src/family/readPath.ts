/**
 * Reads the object that a wallet put at a dotted path of a page's window.
 *
 * @param target - The window.
 * @param path - For example `wallet.providers.solana`.
 * @param verbs - Functions that it must have.
 * @returns The object; undefined when it is not there or lacks one of the verbs.
 *
 * @example
 * import { readPath } from '@latchkey/core/family'
 * readPath(window, 'exampleWallet', ['requestAccounts'])
 */
export function readPath(target: Window, path: string, verbs: readonly string[]): unknown {
  try {
    let place: unknown = target
    for (const step of path.split('.')) {
      const isHolder = (typeof place === 'object' || typeof place === 'function') && place !== null
      // Only what was put there: what every object has from the start is no wallet.
      if (!isHolder || step in Object.prototype) return undefined
      place = (place as { readonly [name: string]: unknown })[step]
    }
    if ((typeof place !== 'object' && typeof place !== 'function') || place === null) return undefined
    const shape = place as { readonly [verb: string]: unknown }
    return verbs.every((verb) => typeof shape[verb] === 'function') ? place : undefined
  } catch {
    // It may throw on being looked at; it is then no wallet.
    return undefined
  }
}
