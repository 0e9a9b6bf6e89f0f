/** A chain of the world that the journeys run in. */
export type WorldChain = {
  readonly chainId: number
  readonly name: string
  readonly url: string
  readonly tokens: readonly { readonly address: `0x${string}`; readonly symbol: string; readonly decimals: number }[]
}

/** Where everything is that `setup.ts` started. */
export type World = {
  /** The page that visitors see. */
  readonly webUrl: string
  /** A small app of our own, for what only an integrator's code can ask for. */
  readonly appUrl: string
  readonly apiUrl: string
  /** The script of the test wallet. */
  readonly walletUrl: string
  readonly chains: readonly WorldChain[]
  /** The Chromium that is used. */
  readonly browser: string
}

declare module 'vitest' {
  // Vitest learns what is provided by merging into this one.
  interface ProvidedContext {
    world: World
  }
}
