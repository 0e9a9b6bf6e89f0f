import { cleanIcon } from '@latchkey/core/family'
import { cleanName } from '@latchkey/protocol/internal/text'
import type { Eip1193Provider } from '@latchkey/protocol/rpc'

/** A wallet that announced itself, with everything that it said checked. @see https://eips.ethereum.org/EIPS/eip-6963 */
export type Announcement = {
  readonly uuid: string
  readonly name: string
  readonly rdns: string
  readonly icon?: string
  readonly provider: Eip1193Provider
}

const rdnsPattern = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,9}$/i

/** Reads the detail of an `eip6963:announceProvider` event; undefined when it is not a usable announcement. */
export function readAnnouncement(event: Event): Announcement | undefined {
  try {
    const { info, provider } = (event as CustomEvent).detail as {
      info: { [key: string]: unknown }
      provider: Eip1193Provider
    }
    const { uuid, name, rdns, icon } = info
    if (typeof provider !== 'object' && typeof provider !== 'function') return undefined
    if (provider === null || typeof provider.request !== 'function') return undefined
    if (typeof uuid !== 'string' || typeof name !== 'string' || typeof rdns !== 'string') return undefined
    // Invisible and direction-changing characters let one wallet dress up as another.
    const shownName = cleanName(name)
    if (!rdnsPattern.test(rdns) || shownName === '') return undefined
    const safeIcon = cleanIcon(icon)
    return { uuid, name: shownName, rdns: rdns.toLowerCase(), provider, ...(safeIcon ? { icon: safeIcon } : {}) }
  } catch {
    // A detail may be a proxy that throws on every access; it is then no wallet.
    return undefined
  }
}
