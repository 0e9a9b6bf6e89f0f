import type { ChainId } from '@latchkey/core'

/** A chain of the world that the journeys run in. */
export type WorldChain = {
  readonly chainId: number
  readonly name: string
  readonly url: string
  readonly tokens: readonly { readonly address: `0x${string}`; readonly symbol: string; readonly decimals: number }[]
}

/** A chain of another family than EVM. */
export type WorldFamily = {
  /** CAIP-2. */
  readonly chainId: ChainId
  readonly name: string
  /** Where to read; see `FamilyChain` of devnet. */
  readonly url: string
}

/** Where everything is that `setup.ts` started. */
export type World = {
  /** The page that visitors see. */
  readonly webUrl: string
  /** The same page on another site than the frame's, as it is on the web. */
  readonly foreignUrl: string
  /** A small app of our own, for what only an integrator's code can ask for. */
  readonly appUrl: string
  readonly apiUrl: string
  /** The script of the test wallet. */
  readonly walletUrl: string
  /** The origin of the embedded wallet. */
  readonly frameUrl: string
  /** Where every mail arrives. */
  readonly inboxUrl: string
  /** The page of the wallet on another device. */
  readonly phoneUrl: string
  /** The files of the database. */
  readonly databaseDir: string
  /** Gives test funds: `POST {chainId, address}`. */
  readonly faucetUrl: string
  readonly chains: readonly WorldChain[]
  readonly families: readonly WorldFamily[]
  /** The Chromium that is used. */
  readonly browser: string
}

declare module 'vitest' {
  // Vitest learns what is provided by merging into this one.
  interface ProvidedContext {
    world: World
  }
}
