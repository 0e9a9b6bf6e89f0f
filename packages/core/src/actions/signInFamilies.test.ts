import { type ChainId, toAccountId } from '@latchkey/protocol/caip'
import { solana } from '@latchkey/solana'
import { createFakeSolana } from '@latchkey/solana/testing'
import { signatureVerify } from '@polkadot/util-crypto'
import { base58 } from '@scure/base'
import { Verifier } from 'bip322-js'
import nacl from 'tweetnacl'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testChain } from '../../test/chains.js'
import { createConfig } from '../createConfig.js'
import { bip122 } from '../namespaces/bip122/bip122.js'
import { polkadot } from '../namespaces/polkadot/polkadot.js'
import { localSignIn } from '../signIn/localSignIn.js'
import { createFakeBitcoin } from '../testing/createFakeBitcoin.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { createFakePolkadot } from '../testing/createFakePolkadot.js'
import { connect } from './connect.js'
import { signIn } from './signIn.js'

const page = { domain: 'app.example', uri: 'https://app.example' }

describe('signIn of the other families', () => {
  const families = {
    solana: async () => {
      const { provider, address, account } = await createFakeSolana({ seed: 'ada' })
      const verify = (message: string, signature: string) =>
        nacl.sign.detached.verify(new TextEncoder().encode(message), base58.decode(signature), base58.decode(address))
      return { namespace: solana(), provider, account, verify }
    },
    bip122: async () => {
      const { provider, address, accounts } = await createFakeBitcoin({
        chainId: 'bip122:000000000019d6689c085ae165831e93',
      })
      const verify = (message: string, signature: string) => Verifier.verifySignature(address, message, signature)
      return { namespace: bip122(), provider, account: accounts[0], verify }
    },
    'bip122 by Taproot': async () => {
      const { provider, ordinalAddress, accounts } = await createFakeBitcoin({
        chainId: 'bip122:000000000019d6689c085ae165831e93',
      })
      const verify = (message: string, signature: string) =>
        Verifier.verifySignature(ordinalAddress, message, signature)
      return { namespace: bip122(), provider, account: accounts[1], verify }
    },
    polkadot: async () => {
      const { provider, address, account } = await createFakePolkadot({ seed: 'ada' })
      const verify = (message: string, signature: string) => signatureVerify(message, signature, address).isValid
      return { namespace: polkadot(), provider, account, verify }
    },
  }

  it.each(Object.entries(families))(
    'behavior: %s signs in, and a library that did not sign knows by whom',
    async (_, open) => {
      const { namespace, provider, account, verify } = await open()
      const [family = '', reference = '', address = ''] = account.split(':')
      const chainId = `${family}:${reference}` as ChainId
      const fake = createFakeConnector({
        namespaces: [namespace.namespace],
        addresses: [address],
        chainId,
        getProvider: async () => provider,
      })
      const config = createConfig({
        chains: [testChain(chainId)],
        namespaces: [namespace],
        connectors: [fake.create],
        siwx: localSignIn(page),
        storage: null,
      })
      onTestFinished(() => config.destroy())
      await connect(config, { connector: 'dev.latchkey.fake' })
      const { data, message, signature } = await signIn(config)
      expect(data).toMatchObject({ accountAddress: address, chainId, ...page })
      expect(await verify(message, signature)).toBe(true)
      expect(await verify(`${message} `, signature)).toBe(false)
      expect(config.signIn?.getState()).toMatchObject({ status: 'signedIn', account: toAccountId(chainId, address) })
    },
  )
})
