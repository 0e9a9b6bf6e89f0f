import { testIcon } from './testIcon.js'
import { uuid } from './uuid.js'

/** The kinds of announcement that a careless or hostile extension may make. */
export const hostileKinds = [
  'htmlName',
  'svgScript',
  'javascriptIcon',
  'httpIcon',
  'hugeIcon',
  'duplicateRdns',
  'sameUuid',
  'crowd',
  'missingFields',
  'wrongTypes',
  'noDetail',
  'throwingProvider',
  'throwingInfo',
  'endlessName',
  'frozenDetail',
  'proxyDetail',
] as const

/** One kind of hostile announcement. */
export type HostileKind = (typeof hostileKinds)[number]

/** The mark that any script out of an announcement leaves on the page; it must never be there. */
export const hostileMark = '__latchkeyHostile'

/**
 * Announces what a careful page must survive: HTML in the name, scripts in icons, floods, doubles and traps.
 *
 * @param kind - Which trap.
 * @param target - The page. Default: `window`.
 * @returns The way to stop answering when the page asks again.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 *
 * @example
 * import { announceHostile } from '@latchkey/devnet/wallet'
 * const stop = announceHostile('htmlName')
 */
export function announceHostile(kind: HostileKind, target: EventTarget = window): () => void {
  const details = hostileDetails(kind)
  const announce = () => {
    for (const detail of details) target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }
  target.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => target.removeEventListener('eip6963:requestProvider', announce)
}

/** The announcements of each kind: the `detail` of one or more events. */
export function hostileDetails(kind: HostileKind): readonly unknown[] {
  const script = `globalThis.${hostileMark}=true`
  switch (kind) {
    case 'htmlName':
      return [wallet({ name: `<img src=x onerror="${script}"><script>${script}</script>` })]
    case 'svgScript': {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`
      return [wallet({ icon: `data:image/svg+xml,${encodeURIComponent(svg)}` })]
    }
    case 'javascriptIcon':
      return [wallet({ icon: `javascript:${script}` })]
    case 'httpIcon':
      return [wallet({ icon: 'http://tracker.invalid/icon.png?visitor=1' })]
    case 'hugeIcon':
      return [wallet({ icon: `data:image/png;base64,${'A'.repeat(5 * 1024 * 1024)}` })]
    case 'duplicateRdns':
      return [wallet({ name: 'First of two' }), wallet({ name: 'Second of two' })]
    case 'sameUuid': {
      const same = uuid()
      return [wallet({ uuid: same, name: 'The one' }), wallet({ uuid: same, name: 'The other', rdns: 'invalid.other' })]
    }
    case 'crowd':
      return Array.from({ length: 200 }, (_, index) =>
        wallet({ name: `Wallet ${index + 1}`, rdns: `invalid.crowd.w${index + 1}` }),
      )
    case 'missingFields':
      return [{ info: {} }, { provider: provider() }, { info: { uuid: uuid() }, provider: provider() }, {}]
    case 'wrongTypes':
      return [{ info: { uuid: 1, name: { a: 1 }, icon: [], rdns: null }, provider: 'provider' }, 'text', 42, []]
    case 'noDetail':
      return [undefined, null]
    case 'throwingProvider':
      return [{ ...wallet(), provider: trap() }]
    case 'throwingInfo':
      return [{ provider: provider(), info: trap() }, trap()]
    case 'endlessName':
      return [wallet({ name: '‮'.repeat(5000), rdns: `${'a.'.repeat(5000)}a` })]
    case 'frozenDetail':
      return [deepFreeze(wallet({ name: 'Frozen' }))]
    case 'proxyDetail':
      return [shapeShifter()]
  }
}

function wallet(info: { uuid?: string; name?: string; icon?: string; rdns?: string } = {}) {
  return {
    info: { uuid: uuid(), name: 'Hostile Wallet', icon: testIcon, rdns: 'invalid.hostile', ...info },
    provider: provider(),
  }
}

function provider() {
  return {
    request: () => Promise.reject(new Error('hostile')),
    on: () => undefined,
    removeListener: () => undefined,
  }
}

/** Throws on everything that is done to it. */
function trap(): object {
  const boom = () => {
    throw new Error('hostile')
  }
  return new Proxy({}, { get: boom, has: boom, ownKeys: boom, getOwnPropertyDescriptor: boom, getPrototypeOf: boom })
}

/** Returns another name each time it is read, so that what was checked is not what is shown. */
function shapeShifter(): object {
  const { info, provider: real } = wallet({ name: 'Harmless' })
  let reads = 0
  const shifting = new Proxy(info, {
    get(source, key) {
      if (key !== 'icon' && key !== 'name') return Reflect.get(source, key)
      reads += 1
      return reads <= 2 ? Reflect.get(source, key) : `javascript:globalThis.${hostileMark}=true`
    },
  })
  return { info: shifting, provider: real }
}

function deepFreeze(detail: { info: object; provider: object }): object {
  Object.freeze(detail.info)
  Object.freeze(detail.provider)
  return Object.freeze(detail)
}
