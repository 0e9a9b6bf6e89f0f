import { expect, it } from 'vitest'

// The exported names are public API: one that is added or removed shows here first.
it('@latchkey/core', async () => {
  expect(Object.keys(await import('@latchkey/core')).sort()).toMatchInlineSnapshot(`
    [
      "LatchkeyError",
      "addChain",
      "addRecentListing",
      "assetToBalance",
      "chainRoute",
      "cloudSignIn",
      "connect",
      "connectorKinds",
      "cookieStorage",
      "cookieToInitialState",
      "createConfig",
      "createPaymentLink",
      "createSendFlow",
      "createSentTransactions",
      "createStorage",
      "defaultAccountTypes",
      "defaultFeatures",
      "disconnect",
      "fiatCurrencies",
      "formatAmount",
      "getAccountState",
      "getBalance",
      "getBalances",
      "getChain",
      "getCollectibles",
      "getConnection",
      "getConnections",
      "getContacts",
      "getCurrency",
      "getFiatRates",
      "getHistory",
      "getIdentity",
      "getKnownBalances",
      "getName",
      "getNameSuggestions",
      "getNames",
      "getOnrampOptions",
      "getOnrampQuote",
      "getPrices",
      "getPurchase",
      "getRemoteFeatures",
      "getSignInSession",
      "getSmartSessions",
      "getSuggestedWallets",
      "getSupportedChains",
      "getWallets",
      "grantPermissions",
      "isAccountId",
      "isChainId",
      "isEmbedded",
      "isLatchkeyError",
      "isNamespace",
      "isPairing",
      "isPairingExpired",
      "isRestrictedRegion",
      "isUnsupportedChain",
      "localSignIn",
      "namespaces",
      "parseAccountId",
      "parseAmount",
      "parseChainId",
      "quoteTransfer",
      "readAmount",
      "readPaymentLink",
      "readRecentListings",
      "reconnect",
      "registerName",
      "releaseName",
      "removeChain",
      "removeContact",
      "revokeSmartSession",
      "saveContact",
      "sendTransaction",
      "sendTransfer",
      "setAddressLabel",
      "setCurrency",
      "setCurrentTab",
      "setNameAttributes",
      "showAmount",
      "signIn",
      "signMessage",
      "signOut",
      "signTypedData",
      "startPurchase",
      "subtractPending",
      "switchChain",
      "switchConnection",
      "toAccountId",
      "toChain",
      "toCoinType",
      "toPairingLink",
      "toServerState",
      "toSwapToken",
      "updateEmail",
      "verifySignature",
      "version",
      "waitForTransactionReceipt",
      "walletList",
      "watchAccountState",
      "watchContacts",
      "watchCurrency",
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

it('@latchkey/core/family', async () => {
  expect(Object.keys(await import('@latchkey/core/family')).sort()).toMatchInlineSnapshot(`
    [
      "askFeature",
      "badAnswer",
      "cleanIcon",
      "familyConnector",
      "familyIdentity",
      "featureOf",
      "fromErrorMessage",
      "nativeBalance",
      "parseJson",
      "pause",
      "readLink",
      "readPath",
      "readText",
      "readUrl",
      "recoverKey",
      "standardWallets",
      "watchPage",
      "withPeer",
      "wrongLink",
    ]
  `)
})

it('@latchkey/core/chains', async () => {
  expect(Object.keys(await import('@latchkey/core/chains')).sort()).toMatchInlineSnapshot(`
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

it('@latchkey/core/contracts', async () => {
  expect(Object.keys(await import('@latchkey/core/contracts')).sort()).toMatchInlineSnapshot(`
    [
      "estimateGas",
      "getBlockNumber",
      "getClient",
      "getEnsAddress",
      "getEnsAvatar",
      "getEnsName",
      "getPublicClient",
      "getWalletClient",
      "readContract",
      "readContracts",
      "simulateContract",
      "watchBlockNumber",
      "watchContractEvent",
      "watchPendingTransactions",
      "writeContract",
    ]
  `)
})

it('@latchkey/core/swap', async () => {
  expect(Object.keys(await import('@latchkey/core/swap')).sort()).toMatchInlineSnapshot(`
    [
      "buildSwap",
      "buildSwapApproval",
      "createSwapFlow",
      "getSwapAllowance",
      "getSwapChains",
      "getSwapGasPrice",
      "getSwapQuote",
      "getSwapTokens",
      "isAllowanceEnough",
      "isSwapChain",
      "isToken",
    ]
  `)
})

it('@latchkey/core/query', async () => {
  expect(Object.keys(await import('@latchkey/core/query')).sort()).toMatchInlineSnapshot(`
    [
      "connectMutationOptions",
      "disconnectMutationOptions",
      "getBalanceQueryOptions",
      "getBalancesQueryOptions",
      "getBlockNumberQueryOptions",
      "getCollectiblesInfiniteQueryOptions",
      "getEnsAddressQueryOptions",
      "getEnsAvatarQueryOptions",
      "getEnsNameQueryOptions",
      "getFiatRatesQueryOptions",
      "getHistoryInfiniteQueryOptions",
      "getIdentityQueryOptions",
      "getNameQueryOptions",
      "getNameSuggestionsQueryOptions",
      "getNamesQueryOptions",
      "getOnrampOptionsQueryOptions",
      "getOnrampQuoteQueryOptions",
      "getPricesQueryOptions",
      "getPurchaseQueryOptions",
      "getRemoteFeaturesQueryOptions",
      "getSmartSessionsQueryOptions",
      "getSuggestedWalletsQueryOptions",
      "getSupportedChainsQueryOptions",
      "getWalletsInfiniteQueryOptions",
      "grantPermissionsMutationOptions",
      "quoteTransferQueryOptions",
      "readContractQueryOptions",
      "readContractsQueryOptions",
      "reconnectMutationOptions",
      "registerNameMutationOptions",
      "releaseNameMutationOptions",
      "revokeSmartSessionMutationOptions",
      "sendTransactionMutationOptions",
      "sendTransferMutationOptions",
      "setNameAttributesMutationOptions",
      "signInMutationOptions",
      "signMessageMutationOptions",
      "signOutMutationOptions",
      "signTypedDataMutationOptions",
      "simulateContractQueryOptions",
      "startPurchaseMutationOptions",
      "switchChainMutationOptions",
      "switchConnectionMutationOptions",
      "updateEmailMutationOptions",
      "waitForTransactionReceiptQueryOptions",
      "writeContractMutationOptions",
    ]
  `)
})

it('@latchkey/core/testing', async () => {
  expect(Object.keys(await import('@latchkey/core/testing')).sort()).toMatchInlineSnapshot(`
    [
      "createEmitter",
      "createFakeConnector",
      "createFakeEmbedded",
      "createFakePairing",
      "ed25519Key",
      "failAsSwitched",
    ]
  `)
})

it('@latchkey/core/wagmi', async () => {
  expect(Object.keys(await import('@latchkey/core/wagmi')).sort()).toMatchInlineSnapshot(`
    [
      "emailIcon",
      "latchkeyConnector",
      "wagmi",
    ]
  `)
})

it('@latchkey/core/server', async () => {
  expect(Object.keys(await import('@latchkey/core/server')).sort()).toMatchInlineSnapshot(`
    [
      "memoryEnded",
      "memoryNonces",
      "signInCookie",
      "signInHandler",
      "tokenVerifier",
      "verifySignIn",
    ]
  `)
})
