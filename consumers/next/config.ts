import { injected } from '@latchkey/connectors/injected'
import { cookieStorage, createConfig, createStorage } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'

// Without 'use client': the server reads cookies by it, and the browser renders by it.
export const config = createConfig({
  chains: [mainnet],
  connectors: [injected()],
  storage: createStorage({ store: cookieStorage }),
})
