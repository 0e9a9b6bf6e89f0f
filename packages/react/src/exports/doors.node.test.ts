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
        "mainnet",
        "optimism",
        "polygon",
        "sepolia",
        "useAccount",
        "useBalance",
        "useBalances",
        "useConfig",
        "useConnect",
        "useConnectors",
        "useCurrentTab",
        "useDisconnect",
        "useModal",
        "useNetwork",
        "useQuoteTransfer",
        "useSendTransaction",
        "useSendTransfer",
        "useSignMessage",
        "useSignTypedData",
        "useSwitchNetwork",
        "useTheme",
        "useWaitForTransaction",
      ]
    `)
  })
})
