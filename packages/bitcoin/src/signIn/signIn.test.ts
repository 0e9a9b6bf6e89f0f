import { type ChainId, connect, createConfig, localSignIn, parseAccountId, signIn } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { Verifier } from 'bip322-js'
import { expect, it, onTestFinished } from 'vitest'
import { testChain } from '../../../core/test/chains.js'
import { bitcoin } from '../bitcoin.js'
import { createFakeBitcoin } from '../testing/createFakeBitcoin.js'

const page = { domain: 'app.example', uri: 'https://app.example' }
const chainId: ChainId = 'bip122:000000000019d6689c085ae165831e93'

it.each([
  ['SegWit', 0],
  ['Taproot', 1],
] as const)('behavior: signs in by %s, and a library that did not sign knows by whom', async (_, at) => {
  const { provider, accounts } = await createFakeBitcoin({ chainId })
  const account = accounts[at]
  const { address } = parseAccountId(account)
  const fake = createFakeConnector({
    namespaces: ['bip122'],
    addresses: [address],
    chainId,
    getProvider: async () => provider,
  })
  const config = createConfig({
    chains: [testChain(chainId)],
    namespaces: [bitcoin({ wallets: false })],
    connectors: [fake.create],
    siwx: localSignIn(page),
    storage: null,
  })
  onTestFinished(() => config.destroy())
  await connect(config, { connector: 'dev.latchkey.fake' })
  const { data, message, signature } = await signIn(config)
  expect(data).toMatchObject({ accountAddress: address, chainId, ...page })
  expect(Verifier.verifySignature(address, message, signature)).toBe(true)
  expect(Verifier.verifySignature(address, `${message} `, signature)).toBe(false)
  expect(config.signIn?.getState()).toMatchObject({ status: 'signedIn', account })
})
