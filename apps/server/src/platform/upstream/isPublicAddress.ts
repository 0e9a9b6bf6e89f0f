import { BlockList, isIP } from 'node:net'

/** Special-purpose address ranges: loopback, private and reserved. @see https://www.iana.org/assignments/iana-ipv4-special-registry */
const special = new BlockList()
for (const [start, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's own services, which answer every virtual machine there; the address is public on paper.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(start, bits, 'ipv4')
// Tunnels and translations too: they embed an unchecked IPv4 address.
for (const [start, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(start, bits, 'ipv6')

/** Of IPv6 all that is given out to the internet so far lies in here. @see https://www.iana.org/assignments/ipv6-address-space */
const given = new BlockList()
given.addSubnet('2000::', 3, 'ipv6')

/** Returns whether an IP address is one of the public internet; false for anything else. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  return version === 6 && given.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
