import { BlockList, isIP, isIPv6 } from 'node:net'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** Returns the address of a client from its socket and, behind known proxies only, from `x-forwarded-for`. */
export type ClientIp = (socketAddress: string | undefined, forwardedFor: string | undefined) => string

/**
 * Creates the function that tells who called.
 *
 * @param trustedProxies - Addresses or CIDR ranges of the operator's own proxies.
 * @returns The right-most address that is not one of them; `unknown` when there is no socket.
 * @throws LatchkeyError INVALID_CONFIG for an invalid range.
 */
export function createClientIp(trustedProxies: readonly string[]): ClientIp {
  const trusted = new BlockList()
  for (const range of trustedProxies) {
    const [address = '', bits, ...more] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    try {
      // As a number, no digits at all would be 0 of them: every address there is.
      if (more.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) throw new RangeError('No number of bits')
      if (bits === undefined) trusted.addAddress(address, family)
      else trusted.addSubnet(address, Number(bits), family)
    } catch (cause) {
      throw new LatchkeyError('INVALID_CONFIG', `LATCHKEY_TRUSTED_PROXIES: ${range} is no address or range`, { cause })
    }
  }
  const isTrusted = (ip: string) => trusted.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
  return (socketAddress, forwardedFor) => {
    if (socketAddress === undefined) return 'unknown'
    let ip = plain(socketAddress)
    if (forwardedFor === undefined || trustedProxies.length === 0) return ip
    const hops = forwardedFor
      .slice(-2000)
      .split(',')
      .map((hop) => plain(hop.trim()))
      .reverse()
    for (const hop of hops) {
      if (!isTrusted(ip) || isIP(hop) === 0) break
      ip = hop
    }
    return ip
  }
}

/** Returns whether an address is the machine itself. */
export function isLoopback(ip: string): boolean {
  return ip === '::1' || /^127\./.test(ip) || ip === 'unknown'
}

function plain(ip: string): string {
  return ip.startsWith('::ffff:') && isIP(ip.slice(7)) === 4 ? ip.slice(7) : ip
}
