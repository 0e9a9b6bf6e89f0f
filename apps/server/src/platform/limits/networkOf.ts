import { isIPv6 } from 'node:net'

/** One household holds a whole /64 of IPv6 addresses, so that is what counts as one client. */
export function networkOf(ip: string): string {
  return isIPv6(ip) ? groupsOf(ip, 4) : ip
}

/** The network of an address, as providers assign them: a /24 of IPv4, a /48 of IPv6. */
export function wideNetworkOf(ip: string): string {
  return isIPv6(ip) ? groupsOf(ip, 3) : ip.split('.').slice(0, 3).join('.')
}

function groupsOf(ip: string, count: number): string {
  const [head = '', tail] = ip.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...new Array<string>(missing).fill('0'), ...right]
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}
