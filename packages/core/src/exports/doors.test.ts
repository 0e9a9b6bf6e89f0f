import { expect, it } from 'vitest'

// What a door offers is a promise: a name that comes or goes shows here first.
it('@latchkey/core', async () => {
  expect(Object.keys(await import('@latchkey/core')).sort()).toMatchInlineSnapshot(`
    [
      "LatchkeyError",
      "addNetwork",
      "assetToBalance",
      "connect",
      "connectorKinds",
      "createConfig",
      "createSendFlow",
      "createSentTransactions",
      "createStorage",
      "defaultFeatures",
      "disconnect",
      "formatAmount",
      "getAccount",
      "getBalance",
      "getBalances",
      "getConnections",
      "getNetwork",
      "getPrices",
      "getSupportedChains",
      "isAccountId",
      "isChainId",
      "isLatchkeyError",
      "isNamespace",
      "isUnsupportedChain",
      "namespaces",
      "networkRoute",
      "parseAccountId",
      "parseAmount",
      "parseChainId",
      "quoteTransfer",
      "reconnect",
      "removeNetwork",
      "sendTransaction",
      "sendTransfer",
      "showAmount",
      "signMessage",
      "signTypedData",
      "switchConnection",
      "switchNetwork",
      "toAccountId",
      "toNetwork",
      "toSwapToken",
      "version",
      "waitForTransaction",
      "walletList",
      "watchState",
    ]
  `)
})

it('@latchkey/core/eip155', async () => {
  expect(Object.keys(await import('@latchkey/core/eip155'))).toMatchInlineSnapshot(`
    [
      "eip155",
    ]
  `)
})

it('@latchkey/core/networks', async () => {
  expect(Object.keys(await import('@latchkey/core/networks')).sort()).toMatchInlineSnapshot(`
    [
      "arbitrum",
      "base",
      "mainnet",
      "optimism",
      "polygon",
      "sepolia",
    ]
  `)
})

it('@latchkey/core/testing', async () => {
  expect(Object.keys(await import('@latchkey/core/testing')).sort()).toMatchInlineSnapshot(`
    [
      "createEmitter",
      "createFakeConnector",
    ]
  `)
})

it('@latchkey/core/wagmi', async () => {
  expect(Object.keys(await import('@latchkey/core/wagmi'))).toMatchInlineSnapshot(`
    [
      "wagmi",
    ]
  `)
})
