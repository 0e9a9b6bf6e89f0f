import {
  type Chain,
  type Config,
  createConfig,
  createStorage,
  type NamespaceAdapter,
  type PairingConnector,
  type WalletSession,
} from '@latchkey/core'
import { base, mainnet, polygon } from '@latchkey/core/chains'
import { vi } from 'vitest'
import type { Attest } from '../src/walletConnect/attestation.js'
import { walletConnect } from '../src/walletConnect/walletConnect.js'
import { createFakePhone, type FakePhone } from './fakePhone.js'
import { createFakeRelay, type FakeRelay } from './fakeRelay.js'

/** A page with our client, a relay in memory, and phones. */
export type PairingWorld = {
  readonly relay: FakeRelay
  readonly kept: Map<string, string>
  config: Config
  connector(): PairingConnector
  /** A page of the same site: after a reload, or another tab. */
  open(): Config
  reload(): Config
  /** Waits for a URI other than the given one. */
  uri(not?: string): Promise<string>
  scan(uri: string): FakePhone
  /** Offers, scans, approves. */
  pair(options?: Parameters<FakePhone['approve']>[0]): Promise<{ phone: FakePhone; session: WalletSession }>
  close(): void
}

/** Opens a world whose storage can be made to fail. */
export function openPairingWorld(
  options: {
    isFull?: () => boolean
    chains?: readonly [Chain, ...Chain[]]
    namespaces?: readonly NamespaceAdapter[]
    attestation?: Attest
  } = {},
): PairingWorld {
  const relay = createFakeRelay()
  const kept = new Map<string, string>()
  const opened: Config[] = []
  const phones: FakePhone[] = []
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem(key: string, value: string) {
      if (options.isFull?.()) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
  const world: PairingWorld = {
    relay,
    kept,
    config: undefined as never,
    connector: () => world.config.connectors[0] as PairingConnector,
    open() {
      const config = createConfig({
        chains: options.chains ?? [mainnet, base, polygon],
        namespaces: options.namespaces ?? [],
        storage: createStorage({ store }),
        connectors: [
          walletConnect({
            relayUrl: 'wss://relay.example',
            openSocket: relay.openSocket,
            ...(options.attestation ? { attestation: options.attestation } : {}),
          }),
        ],
        metadata: { name: 'Dapp', description: 'A page', url: 'https://dapp.example', icons: [] },
      })
      opened.push(config)
      return config
    },
    reload() {
      world.config.destroy()
      world.config = world.open()
      return world.config
    },
    uri: (not) =>
      vi.waitFor(() => {
        const { uri } = world.connector().pairing.getState()
        if (uri === undefined || uri === not) throw new Error('No URI yet.')
        return uri
      }, 15_000),
    scan(uri) {
      const phone = createFakePhone(uri, relay.openSocket)
      phones.push(phone)
      return phone
    },
    async pair(how) {
      const { approved, uri } = await world.connector().pairing.start()
      const phone = world.scan(uri)
      await phone.approve(how)
      return { phone, session: await approved }
    },
    close() {
      for (const config of opened) config.destroy()
      for (const phone of phones) phone.leave()
    },
  }
  world.config = world.open()
  return world
}
