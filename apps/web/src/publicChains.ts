import { arbitrum, base, mainnet, optimism, polygon, sepolia } from '@latchkey/core/chains'

/** What the page offers where no local chains run, by the names under which an app imports them; the first is the default. */
export const publicChains = { mainnet, base, optimism, arbitrum, polygon, sepolia }
