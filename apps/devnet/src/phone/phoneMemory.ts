import type { WalletChain } from '../wallets/walletChain.js'
import type { Kit } from './openWalletKit.js'

/** What the phone keeps besides what the library keeps. */
export type PhoneMemory = {
  selected: number
  /** The chain last reported to each app, by topic. */
  reported: { readonly [topic: string]: number }
  /** Networks that an app added. */
  added: readonly WalletChain[]
}

const key = 'latchkey:phone'

/** Reads what the phone kept; what is missing reads as a fresh phone. */
export async function createPhoneMemory(
  kit: Kit,
): Promise<{ get(): PhoneMemory; set(change: Partial<PhoneMemory>): void }> {
  const kept = await kit.core.storage.getItem<Partial<PhoneMemory>>(key).catch(() => undefined)
  let memory: PhoneMemory = { selected: 0, reported: {}, added: [], ...kept }
  return {
    get: () => memory,
    set(change) {
      memory = { ...memory, ...change }
      // A storage that is denied or full costs only the next visit.
      void kit.core.storage.setItem(key, memory).catch(() => {})
    },
  }
}
