import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPhoneHost } from '@latchkey/devnet'
import { type RunningServer, startServer } from '@latchkey/server'
import type { World } from './world.js'

/** A relay that can be taken away, and the page of a wallet on another device that knows it. */
export type PhoneWorld = {
  readonly relayUrl: string
  readonly phoneUrl: string
  /** Ends the relay; what it keeps stays on disk. */
  stopRelay(): Promise<void>
  /** Starts it again on the same port and the same database. */
  startRelay(): Promise<void>
  stop(): Promise<void>
}

/** Starts a relay of its own beside the world's, as an operator does, and a phone on it. */
export async function startPhoneWorld({ chains }: Pick<World, 'chains'>): Promise<PhoneWorld> {
  const dir = mkdtempSync(join(tmpdir(), 'latchkey-phone-'))
  const start = (port: number) =>
    startServer({
      port,
      host: '127.0.0.1',
      dataDir: join(dir, 'db'),
      env: {},
      roles: ['data'],
      chains: chains.map(({ chainId, name, url }) => ({
        caip2: `eip155:${chainId}` as const,
        name,
        rpc: [url],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      })),
    })
  let server: RunningServer | undefined = await start(0)
  const { port } = server
  const relayUrl = server.url.replace(/^http/, 'ws')
  const phone = await startPhoneHost({ relayUrl, chains })
  const stopRelay = async () => {
    const running = server
    server = undefined
    await running?.close()
  }
  return {
    relayUrl,
    phoneUrl: phone.url,
    stopRelay,
    async startRelay() {
      server ??= await start(port)
    },
    async stop() {
      await phone.stop()
      await stopRelay()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
