import { parseAccountId } from '@latchkey/protocol/caip'
import { type InitialState, isSaved } from './persist.js'

/** The maximum size of a cookie, name and value together, in bytes. */
const largestCookie = 4096

/** The cookie that stands for a key of a store; its name holds nothing that a cookie's must not. */
export function cookieNameOf(storeKey: string): string {
  return storeKey.replace(/\W+/g, '_')
}

/** Writes the connections as `name=value`: the active account of the active wallet of each family, and the chains. */
export function toCookie(
  name: string,
  { format, connections, current, network, active }: InitialState,
): string | undefined {
  const speaking = connections
    .filter(({ connectorId }) => Object.values(current).includes(connectorId))
    .map(({ connectorId, accounts, chains }) => ({ connectorId, accounts: firstOfEach(accounts), chains }))
  const kept: InitialState = { format, connections: speaking, current, network, active }
  const pair = `${name}=${encodeURIComponent(JSON.stringify(kept))}`
  return pair.length > largestCookie ? undefined : pair
}

/** Reads it of all cookies of a page or a request; what is too long, broken, forged or holds markup counts as absent. */
export function fromCookies(cookies: string, name: string): InitialState | undefined {
  for (const pair of cookies.split(/; */)) {
    if (!pair.startsWith(`${name}=`) || pair.length > largestCookie) continue
    const value = parse(pair.slice(name.length + 1))
    if (value) return value
  }
  return undefined
}

function parse(value: string): InitialState | undefined {
  try {
    const read: unknown = JSON.parse(decodeURIComponent(value))
    // It may end up in a script of the page; a wallet whose id holds markup is not worth the risk. Written anew, since JSON can escape it.
    if (!isSaved(read) || JSON.stringify(read).includes('<')) return undefined
    const { format, current, network, active } = read
    const connections = read.connections.map(({ connectorId, accounts, chains }) => ({ connectorId, accounts, chains }))
    return { format, connections, current, network, active }
  } catch {
    return undefined
  }
}

function firstOfEach(accounts: InitialState['connections'][number]['accounts']) {
  const families = accounts.map((account) => parseAccountId(account).namespace)
  return accounts.filter((_, at) => families.indexOf(families[at] ?? 'eip155') === at)
}
