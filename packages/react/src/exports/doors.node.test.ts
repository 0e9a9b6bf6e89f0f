import { describe, expect, it } from 'vitest'
import * as door from './index.js'

describe('@latchkey/react', () => {
  it('behavior: the door opens in bare Node and offers these names', () => {
    expect(typeof globalThis.window).toBe('undefined')
    expect(Object.keys(door).sort()).toMatchInlineSnapshot(`
      [
        "AccountButton",
        "ConnectButton",
        "LatchkeyProvider",
        "NetworkButton",
        "arbitrum",
        "balancesKey",
        "base",
        "createConfig",
        "historyKey",
        "mainnet",
        "optimism",
        "polygon",
        "sepolia",
        "smartSessionsKey",
        "useAccount",
        "useAccountState",
        "useBalance",
        "useBalances",
        "useConfig",
        "useConnect",
        "useConnectors",
        "useCurrentTab",
        "useDisconnect",
        "useEmbedded",
        "useGrantPermissions",
        "useHistory",
        "useIdentity",
        "useModal",
        "useNetwork",
        "useQuoteTransfer",
        "useRevokeSmartSession",
        "useSendTransaction",
        "useSendTransfer",
        "useSignIn",
        "useSignMessage",
        "useSignTypedData",
        "useSmartSessions",
        "useSwitchNetwork",
        "useTheme",
        "useUpdateEmail",
        "useWaitForTransaction",
      ]
    `)
  })
})
