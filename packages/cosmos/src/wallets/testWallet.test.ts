import { serializeSignDoc } from '@cosmjs/amino'
import { connect, getConnection, reconnect, signMessage, switchChain } from '@latchkey/core'
import { createCosmosTestWallet } from '@latchkey/devnet/wallet'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { cosmosLocal, familyConfig, memoryOf, pageWith } from '../../test/page.js'
import { cosmosHub } from '../chains.js'
import { cosmos } from '../cosmos.js'
import type { CosmosProvider } from '../cosmosProvider.js'

const namespace = 'cosmos'
const id = 'cosmos:latchkey-test-wallet'

function setUp() {
  const page = pageWith()
  const items = new Map<string, string>()
  const chain = { chainId: cosmosLocal.caipNetworkId, url: 'http://127.0.0.1:9', name: 'Local Cosmos' }
  const wallet = createCosmosTestWallet({ chain })
  wallet.announce({ target: page })
  const open = () =>
    familyConfig({
      chains: [cosmosLocal, cosmosHub],
      namespaces: [cosmos({ target: page })],
      storage: memoryOf(items),
    })
  return { wallet, config: open(), open }
}

describe('the Cosmos test wallet', () => {
  it('connects, and signs by ADR-36 what the Cosmos library writes', async () => {
    const { config, wallet } = setUp()
    await connect(config, { connector: id })
    const { address = '', publicKey = '' } = wallet.accounts[0] ?? {}
    expect(getConnection(config, { namespace }).address).toBe(address)
    const signature = await signMessage(config, { message: 'Hello', namespace })
    const doc = (text: string) =>
      sha256(
        serializeSignDoc({
          chain_id: '',
          account_number: '0',
          sequence: '0',
          fee: { gas: '0', amount: [] },
          msgs: [{ type: 'sign/MsgSignData', value: { signer: address, data: base64.encode(Buffer.from(text)) } }],
          memo: '',
        }),
      )
    const isBy = (text: string) =>
      secp256k1.verify(base64.decode(signature), doc(text), hex.decode(publicKey), { prehash: false })
    expect(isBy('Hello')).toBe(true)
    expect(isBy('Hallo')).toBe(false)
    const provider = (await config.connectors[0]?.getProvider(namespace)) as CosmosProvider
    const request = { address, chainId: cosmosLocal.caipNetworkId, message: 'Hello' }
    expect(await provider.signMessage(request)).toMatchObject({ publicKey })
  })

  it('is told of a chain that it does not know, and goes there', async () => {
    const { config, wallet } = setUp()
    await connect(config, { connector: id })
    await switchChain(config, { chainId: cosmosHub.caipNetworkId })
    expect(getConnection(config, { namespace }).chainId).toBe(cosmosHub.caipNetworkId)
    expect(wallet.requests.map(({ method }) => method)).toContain('experimentalSuggestChain')
  })

  it.each([
    [{ reject: true }, 'CONNECTION_REJECTED'],
    [{ pending: true }, 'CONNECTION_PENDING'],
    [{ nonsense: true }, 'WALLET_BAD_ANSWER'],
  ] as const)('error: connect with %o ends in %s, and works again afterwards', async (switches, code) => {
    const { config, wallet } = setUp()
    wallet.set(switches)
    await expect(connect(config, { connector: id })).rejects.toMatchObject({ code })
    wallet.set({ reject: false, pending: false, nonsense: false })
    await connect(config, { connector: id })
    expect(getConnection(config, { namespace }).status).toBe('connected')
  })

  it('follows another account, also after a reload', async () => {
    const { config, wallet, open } = setUp()
    await connect(config, { connector: id })
    wallet.selectAccount(1)
    await expect.poll(() => getConnection(config, { namespace }).address).toBe(wallet.accounts[1]?.address)
    config.destroy()
    const next = open()
    await reconnect(next)
    expect(getConnection(next, { namespace })).toMatchObject({
      status: 'connected',
      address: wallet.accounts[1]?.address,
    })
    wallet.selectAccount(0)
    await expect.poll(() => getConnection(next, { namespace }).address).toBe(wallet.accounts[0]?.address)
  })
})
