import { describe, expect, it } from 'vitest'
import * as contracts from './contracts.js'
import * as entryPoint from './index.js'
import * as modal from './modal.js'
import * as wagmi from './wagmi.js'

describe('@latchkey/react', () => {
  it('behavior: the entry point loads in bare Node and offers these names', () => {
    expect(typeof globalThis.window).toBe('undefined')
    expect(Object.keys(entryPoint).sort()).toMatchInlineSnapshot(`
      [
        "AccountButton",
        "ChainButton",
        "ConnectButton",
        "LatchkeyProvider",
        "arbitrum",
        "base",
        "createConfig",
        "mainnet",
        "optimism",
        "polygon",
        "sepolia",
        "useAccountState",
        "useAddressLabels",
        "useBalance",
        "useBalances",
        "useChain",
        "useCollectibles",
        "useConfig",
        "useConnect",
        "useConnection",
        "useConnections",
        "useConnectors",
        "useContacts",
        "useCurrency",
        "useCurrentTab",
        "useDisconnect",
        "useEmbedded",
        "useFarcasterSignIn",
        "useFiatRates",
        "useGrantPermissions",
        "useHistory",
        "useIdentity",
        "useModal",
        "useNameSuggestions",
        "useNames",
        "useOnrampOptions",
        "useOnrampQuote",
        "usePasskeySignIn",
        "usePrices",
        "usePurchase",
        "useQuoteTransfer",
        "useReconnect",
        "useRegisterName",
        "useReleaseName",
        "useRemoteFeatures",
        "useRevokeSmartSession",
        "useSendTransaction",
        "useSendTransfer",
        "useSetNameAttributes",
        "useSignIn",
        "useSignMessage",
        "useSignOut",
        "useSignTypedData",
        "useSmartSessions",
        "useSocialSignIn",
        "useStartPurchase",
        "useSuggestedWallets",
        "useSupportedChains",
        "useSwitchChain",
        "useSwitchConnection",
        "useTheme",
        "useToast",
        "useUpdateEmail",
        "useWaitForTransactionReceipt",
        "useWallets",
      ]
    `)
  })

  it('behavior: the entry point of the modal loads in bare Node and makes one that draws nothing there', () => {
    expect(Object.keys(modal)).toEqual(['createModal'])
    const made = modal.createModal(entryPoint.createConfig({ chains: [entryPoint.mainnet], storage: null }))
    made.open()
    expect(made.getState()).toEqual({ isOpen: true, view: 'Connect' })
    made.destroy()
  })

  it('behavior: the entry point of wagmi loads in bare Node, and a server makes its connector', () => {
    expect(Object.keys(wagmi).sort()).toEqual(['latchkeyConnector', 'latchkeyWallet'])
    const wallet = wagmi.latchkeyWallet({ name: 'Ours', storage: null })()
    const emitter = { emit() {} }
    const made = wallet.createConnector({ rkDetails: { index: 0 } })({ chains: [entryPoint.mainnet] as never, emitter })
    expect(made).toMatchObject({ id: 'latchkey', name: 'Ours', type: 'latchkey', rkDetails: { index: 0 } })
  })
})

describe('@latchkey/react/contracts', () => {
  it('behavior: the entry point loads in bare Node and offers these names', () => {
    expect(Object.keys(contracts).sort()).toMatchInlineSnapshot(`
      [
        "useBlockNumber",
        "useClient",
        "useEnsAddress",
        "useEnsAvatar",
        "useEnsName",
        "usePublicClient",
        "useReadContract",
        "useReadContracts",
        "useSimulateContract",
        "useWalletClient",
        "useWatchContractEvent",
        "useWriteContract",
      ]
    `)
  })
})
