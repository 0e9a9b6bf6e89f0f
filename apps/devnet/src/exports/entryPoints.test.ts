import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import * as index from './index.js'
import * as wallet from './wallet.js'

describe('entry points', () => {
  it('behavior: each entry point exports what it promises', () => {
    expect(Object.keys(index).sort()).toMatchInlineSnapshot(`
      [
        "accounts",
        "artifacts",
        "bitcoinAccounts",
        "bitcoinChainId",
        "collectibleAddress",
        "cosmosAccounts",
        "cosmosChainId",
        "create2Deployer",
        "create2Salt",
        "createPhoneWallet",
        "etherPrice",
        "faucet",
        "faucetAmounts",
        "localTokens",
        "mnemonic",
        "multicall3Address",
        "nameAddresses",
        "permitToken",
        "placeSettlement",
        "polkadotAccounts",
        "polkadotChainId",
        "setTokenFailing",
        "settlementAddresses",
        "socialAccounts",
        "socialNames",
        "solanaAccounts",
        "solanaChainId",
        "solanaFaucetAmounts",
        "solanaTokens",
        "startBitcoinChain",
        "startCosmosLedger",
        "startDevnet",
        "startEvmChains",
        "startFaultyNode",
        "startInbox",
        "startPhoneHost",
        "startPolkadotLedger",
        "startProvider",
        "startSocials",
        "startSolanaChain",
        "startWalletHost",
        "stickersAddress",
        "swapAddresses",
        "swapV3Addresses",
      ]
    `)
    expect(Object.keys(wallet).sort()).toMatchInlineSnapshot(`
      [
        "ProviderError",
        "accounts",
        "announceHostile",
        "createBitcoinTestWallet",
        "createCosmosTestWallet",
        "createPolkadotTestWallet",
        "createSolanaTestWallet",
        "createTestWallet",
        "hostileDetails",
        "hostileKinds",
        "hostileMark",
        "mnemonic",
        "solanaAccounts",
        "testIcon",
      ]
    `)
  })

  it('behavior: the wallet entry point runs in a browser: it imports nothing of Node', async () => {
    const bundle = build({
      entryPoints: [fileURLToPath(new URL('./wallet.ts', import.meta.url))],
      bundle: true,
      write: false,
      format: 'esm',
      platform: 'browser',
      conditions: ['@latchkey/source'],
      logLevel: 'silent',
    })
    expect((await bundle).errors).toEqual([])
  })
})
