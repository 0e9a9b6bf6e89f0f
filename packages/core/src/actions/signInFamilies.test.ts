import { type ChainId, toAccountId } from '@latchkey/protocol/caip'
import { solana } from '@latchkey/solana'
import { createFakeSolana } from '@latchkey/solana/testing'
import { base58 } from '@scure/base'
import nacl from 'tweetnacl'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testChain } from '../../test/chains.js'
import { createConfig } from '../createConfig.js'
import { localSignIn } from '../signIn/localSignIn.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
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
