import { injected } from '@latchkey/connectors/injected'
import { cookieStorage, createConfig, createStorage } from '@latchkey/core'
import { mainnet } from '@latchkey/core/chains'

export const config = createConfig({
  chains: [mainnet],
  connectors: [injected()],
  storage: createStorage({ store: cookieStorage }),
})
