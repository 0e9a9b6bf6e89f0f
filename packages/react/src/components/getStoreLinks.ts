import type { WalletListing } from '@latchkey/core'
import { isPhone } from '../primitives/isPhone.js'
import type { WalletStrings } from '../strings/walletStrings.js'

type Place = { readonly href: string; readonly label: string }

/** Where a wallet can be had: the place that suits this device, if there is one, and all others. */
export function getStoreLinks(
  { stores, homepage }: WalletListing,
  strings: WalletStrings,
): { readonly first: Place | undefined; readonly others: readonly Place[] } {
  const places = [
    { href: stores.apple, label: strings.storeApple },
    { href: stores.google, label: strings.storeGoogle },
    { href: stores.chrome, label: strings.storeChrome },
    { href: homepage, label: strings.homepage },
  ].flatMap(({ href, label }) => (href ? [{ href, label }] : []))
  const usual = isPhone()
    ? /android/i.test(navigator.userAgent)
      ? stores.google
      : stores.apple
    : (stores.chrome ?? homepage)
  const first = places.find(({ href }) => href === usual) ?? places[0]
  return { first, others: places.filter((place) => place !== first) }
}
