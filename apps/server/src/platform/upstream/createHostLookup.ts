import { Resolver } from 'node:dns/promises'

/** An address of a host. */
export type HostAddress = { readonly address: string; readonly family: number }

/**
 * Creates the part that looks up the addresses of hosts that strangers name. It asks name servers itself: the system's own lookup holds one of the
 * few threads of the process for as long as a stranger's name server is silent, and nodes, mails and signatures would wait for them.
 *
 * @param options - How long one question may take in milliseconds, and which name servers are asked; the system's when absent.
 * @returns The lookup; rejects when the host has no address, or on a timeout.
 */
export function createHostLookup({
  timeout = 2_000,
  servers,
}: {
  timeout?: number
  servers?: readonly string[]
} = {}): (host: string) => Promise<readonly HostAddress[]> {
  return async (host) => {
    const resolver = new Resolver({ timeout, tries: 1 })
    if (servers) resolver.setServers(servers)
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason
    return [four, six].flatMap((told, at) =>
      told.status === 'rejected' ? [] : told.value.map((address) => ({ address, family: at === 0 ? 4 : 6 })),
    )
  }
}
