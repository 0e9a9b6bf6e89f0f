import { type Service, services } from '../status.js'
import { nextFreePort } from './nextFreePort.js'

/** The port of each part. */
export type Ports = { readonly [service in Service]: number }

const defaultPorts: Ports = {
  web: 4400,
  server: 4401,
  frame: 4402,
  wallet: 4403,
  inbox: 4404,
  phone: 4405,
  socials: 4406,
  provider: 4407,
  chain31337: 8545,
  chain31338: 8546,
  solana: 8899,
  bitcoin: 3002,
  polkadot: 9944,
  cosmos: 1317,
}

/**
 * Chooses a port for each part; a taken one gives way to the next free one.
 *
 * @param wanted - The wanted ports; 0 means any, and stays 0.
 * @param log - Gets a line for each that gave way.
 */
export async function choosePorts(
  wanted: { readonly [service in Service]?: number },
  log: (line: string) => void,
): Promise<Ports> {
  const chosen: Partial<Record<Service, number>> = {}
  const promised = new Set<number>()
  for (const name of services) {
    const first = wanted[name] ?? defaultPorts[name]
    // A part that may have any asks for it when it listens: one that was looked for now is handed to others meanwhile.
    const port = first === 0 ? 0 : await nextFreePort(first, promised)
    if (first !== 0 && port !== first) log(`Port ${first} is taken, ${name} uses ${port}.`)
    promised.add(port)
    chosen[name] = port
  }
  return { ...defaultPorts, ...chosen }
}
