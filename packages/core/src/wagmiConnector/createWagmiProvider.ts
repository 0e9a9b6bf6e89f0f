import { LatchkeyError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'
import type { WagmiSession } from './readWagmiSession.js'
import type { WagmiProvider } from './wagmiParts.js'

type Listener = (...args: never[]) => void

/** A provider that stays the same whichever wallet is connected, and says what changes. */
export type SessionProvider = WagmiProvider & {
  emitChanges(before: WagmiSession | undefined, now: WagmiSession | undefined): void
}

/**
 * Creates the EIP-1193 provider of the wagmi connector: what the page knows is answered here, all else by the wallet that is
 * connected.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export function createWagmiProvider(options: {
  readonly config: Config
  readonly firstChain: number
  readonly session: () => WagmiSession | undefined
  /** Asks a person to connect. */
  readonly connect: () => Promise<WagmiSession>
}): SessionProvider {
  const { config, firstChain, session, connect } = options
  const listeners = new Map<string, Set<Listener>>()

  const emit = (event: string, ...args: unknown[]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) (listener as (...args: unknown[]) => void)(...args)
  }

  return {
    async request(request) {
      const now = session()
      if (request.method === 'eth_accounts') return now?.accounts ?? []
      if (request.method === 'eth_chainId') return toHex(now?.chainId ?? firstChain)
      if (request.method === 'eth_requestAccounts') return (now ?? (await connect())).accounts
      const connector = config.connectors.find(({ id }) => id === now?.connectorId)
      if (!connector) {
        const error = new LatchkeyError('UNAUTHORIZED', 'No wallet is connected.')
        throw Object.assign(error, { code: 4100 })
      }
      const provider = (await connector.getProvider('eip155')) as WagmiProvider
      return provider.request(request)
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
    emitChanges(before, now) {
      if (now && before?.chainId !== now.chainId) {
        if (before) emit('chainChanged', toHex(now.chainId))
        else emit('connect', { chainId: toHex(now.chainId) })
      }
      if (before?.accounts.join() !== now?.accounts.join()) emit('accountsChanged', now?.accounts ?? [])
      if (before && !now) emit('disconnect', Object.assign(new Error('The wallet is disconnected.'), { code: 4900 }))
    },
  }
}

function toHex(chainId: number): `0x${string}` {
  return `0x${chainId.toString(16)}`
}
