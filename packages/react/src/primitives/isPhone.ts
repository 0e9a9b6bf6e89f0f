/** Returns whether this is a device that wallets are installed on as apps, and that cannot scan its own screen. */
export function isPhone(): boolean {
  return matchMedia('(pointer: coarse)').matches && /android|iphone|ipad|ipod|mobile/i.test(navigator.userAgent)
}
