// Over databases that were made before.
import '../../server/test/keepCluster.js'
import { startServer } from '@latchkey/server'

/** A server with its relay. */
export type TestRelay = { url: string; stop(): Promise<void> }

type RelayChain = {
  readonly caip2: `eip155:${number}`
  readonly name: string
  readonly url: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

/** Starts a relay as operators run it: in memory and on any port, unless it is to be started again. */
export async function startRelay(
  { chains }: { chains: readonly RelayChain[] },
  { port = 0, dataDir = false }: { port?: number; dataDir?: string | false } = {},
): Promise<TestRelay> {
  const server = await startServer({
    port,
    dataDir,
    env: {},
    roles: ['data'],
    chains: chains.map(({ caip2, name, url, nativeCurrency }) => ({ caip2, name, rpc: [url], nativeCurrency })),
  })
  return { url: server.url.replace(/^http/, 'ws'), stop: server.close }
}
