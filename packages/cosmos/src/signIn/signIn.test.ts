import { pubkeyToAddress } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature, sha256 } from '@cosmjs/crypto'
import { type ChainId, connect, createConfig, localSignIn, parseAccountId, signIn } from '@latchkey/core'
import { createFakeConnector } from '@latchkey/core/testing'
import { base64, hex } from '@scure/base'
import { expect, it, onTestFinished } from 'vitest'
import { testChain } from '../../../core/test/chains.js'
import { cosmos } from '../cosmos.js'
import { createFakeCosmos } from '../testing/createFakeCosmos.js'

const page = { domain: 'app.example', uri: 'https://app.example' }

it('behavior: signs in, and a library that did not sign knows by whom', async () => {
  const { provider, address, account, publicKey } = await createFakeCosmos({ seed: 'ada' })
  const chainId: ChainId = parseAccountId(account).chainId
  const fake = createFakeConnector({
    namespaces: ['cosmos'],
    addresses: [address],
    chainId,
    getProvider: async () => provider,
  })
  const config = createConfig({
    chains: [testChain(chainId)],
    namespaces: [cosmos({ wallets: false })],
    connectors: [fake.create],
    siwx: localSignIn(page),
    storage: null,
  })
  onTestFinished(() => config.destroy())
  await connect(config, { connector: 'dev.latchkey.fake' })
  const { data, message, signature } = await signIn(config)
  expect(data).toMatchObject({ accountAddress: address, chainId, ...page })
  const key = hex.decode(publicKey)
  expect(pubkeyToAddress({ type: 'tendermint/PubKeySecp256k1', value: base64.encode(key) }, 'cosmos')).toBe(address)
  const isSigned = (text: string) => {
    const value = { data: base64.encode(new TextEncoder().encode(text)), signer: address }
    const document = `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":${JSON.stringify(value)}}],"sequence":"0"}`
    const signed = Secp256k1Signature.fromFixedLength(base64.decode(signature))
    return Secp256k1.verifySignature(signed, sha256(new TextEncoder().encode(document)), key)
  }
  expect(await isSigned(message)).toBe(true)
  expect(await isSigned(`${message} `)).toBe(false)
  expect(config.signIn?.getState()).toMatchObject({ status: 'signedIn', account })
})
