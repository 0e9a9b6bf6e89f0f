import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import type { PhoneWalletOptions } from './phoneWallet.js'

/** The reference implementation of a wallet. */
export type Kit = Awaited<ReturnType<typeof WalletKit.init>>

const localProjectId = '00000000000000000000000000004c4b'

/**
 * Opens the reference implementation of a wallet, as its authors publish it. Only its calls to services of other people are
 * taken out, and a rest between two requests: attestation, which it would ask for at every message, and telemetry, which its own option does not silence.
 */
export async function openWalletKit(options: PhoneWalletOptions): Promise<Kit> {
  const { storage } = options
  const core = new Core({
    projectId: options.projectId ?? localProjectId,
    relayUrl: options.relayUrl,
    telemetryEnabled: false,
    logger: 'silent',
    // The library keeps one core for each prefix and process; two phones are two.
    customStoragePrefix: storage === 'browser' ? 'phone' : prefixOf(storage),
    ...(storage instanceof Map ? { storage: keyValues(storage) } : {}),
  })
  core.verify.register = async () => undefined
  core.verify.resolve = async () => undefined as never
  core.eventClient.init = async () => {}
  await core.start()
  const kit = await WalletKit.init({
    // Its own types differ in whether an absent field may be `undefined`.
    core: core as Parameters<typeof WalletKit.init>[0]['core'],
    metadata: {
      name: options.name ?? 'Latchkey Phone Wallet',
      description: 'A wallet on another device, for local chains only.',
      url: (globalThis as { location?: { origin?: string } }).location?.origin ?? 'https://phone.latchkey.example',
      icons: [],
    },
  })
  // It pauses for a second after each response, which is not needed here.
  Object.assign(kit.engine.signClient.engine, { requestQueueDelay: 0 })
  return kit
}

/** Cuts the connection and refuses to make a new one, or makes one again. */
export async function setOffline(kit: Kit, offline: boolean): Promise<void> {
  const { relayer } = kit.core
  if (!offline) {
    Reflect.deleteProperty(relayer, 'confirmOnlineStateOrThrow')
    // It goes on trying by itself when the relay is not there yet.
    return relayer.transportOpen().catch(() => {})
  }
  // The library opens a connection for whatever it has to send; a phone without a network cannot.
  relayer.confirmOnlineStateOrThrow = async () => {
    throw new Error('The phone is offline')
  }
  await relayer.transportClose()
}

/** Ends it and what it keeps running. */
export async function closeKit(kit: Kit): Promise<void> {
  await setOffline(kit, true)
  kit.core.heartbeat.stop()
  const name = `_walletConnectCore_${kit.core.customStoragePrefix.slice(1)}`
  Reflect.deleteProperty(globalThis, name)
  Reflect.deleteProperty(globalThis, `${name}_count`)
}

const prefixKey = 'latchkey:prefix'

function prefixOf(storage: Map<string, unknown> | undefined): string {
  const known = storage?.get(prefixKey)
  if (typeof known === 'string') return known
  const prefix = crypto.randomUUID()
  storage?.set(prefixKey, prefix)
  return prefix
}

// What is kept must not change with what is in use, so it is kept as text.
function keyValues(map: Map<string, unknown>) {
  const read = (key: string) => {
    const text = map.get(key)
    return typeof text === 'string' && key !== prefixKey ? JSON.parse(text) : undefined
  }
  return {
    getKeys: async () => [...map.keys()].filter((key) => key !== prefixKey),
    getEntries: async <value>() =>
      [...map.keys()].filter((key) => key !== prefixKey).map((key): [string, value] => [key, read(key)]),
    getItem: async (key: string) => read(key),
    setItem: async (key: string, value: unknown) => void map.set(key, JSON.stringify(value)),
    removeItem: async (key: string) => void map.delete(key),
  }
}
