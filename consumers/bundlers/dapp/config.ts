import { embedded } from '@latchkey/connectors/embedded'
import { injected } from '@latchkey/connectors/injected'
import { cookieStorage, createConfig, createStorage, localSignIn } from '@latchkey/core'
import { solana } from '@latchkey/solana'
import { base, ethereum, solanaChain, walletUrl } from './world'

export const config = createConfig({
  chains: [ethereum, base, solanaChain], namespaces: [solana()], siwx: localSignIn(),
  connectors: [injected(), embedded({ url: walletUrl })],
  storage: createStorage({ store: cookieStorage }),
})
declare module '@latchkey/core' { interface Register { config: typeof config } }
