import { type ChainId, connect, createConfig, localSignIn, parseAccountId, signIn } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { signatureVerify } from '@polkadot/util-crypto'
import { expect, it, onTestFinished } from 'vitest'
import { testChain } from '../../../core/test/chains.js'
import { polkadot } from '../polkadot.js'
import { createFakePolkadot } from '../testing/createFakePolkadot.js'

const page = { domain: 'app.example', uri: 'https://app.example' }

it('behavior: signs in, and a library that did not sign knows by whom', async () => {
  const { provider, address, account } = await createFakePolkadot({ seed: 'ada' })
  const chainId: ChainId = parseAccountId(account).chainId
  const fake = createFakeConnector({
    namespaces: ['polkadot'],
    addresses: [address],
    chainId,
    getProvider: async () => provider,
  })
  const config = createConfig({
    chains: [testChain(chainId)],
    namespaces: [polkadot({ wallets: false })],
    connectors: [fake.create],
    siwx: localSignIn(page),
    storage: null,
  })
  onTestFinished(() => config.destroy())
  await connect(config, { connector: 'dev.latchkey.fake' })
  const { data, message, signature } = await signIn(config)
  expect(data).toMatchObject({ accountAddress: address, chainId, ...page })
  expect(signatureVerify(message, signature, address).isValid).toBe(true)
  expect(signatureVerify(`${message} `, signature, address).isValid).toBe(false)
  expect(config.signIn?.getState()).toMatchObject({ status: 'signedIn', account })
})
