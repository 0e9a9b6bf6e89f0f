import { connect, getConnection, reconnect, signMessage } from '@latchkey/core'
import { type BitcoinTestWallet, createBitcoinTestWallet } from '@latchkey/devnet/wallet'
import { Verifier } from 'bip322-js'
import { describe, expect, it } from 'vitest'
import { bitcoinMainnet, bitcoinRegtest, familyConfig, memoryOf, pageWith } from '../../../connectors/test/families.js'
import { bitcoin } from '../bitcoin.js'

const namespace = 'bip122'
const chainId = bitcoinRegtest.caipNetworkId
type Way = NonNullable<NonNullable<Parameters<BitcoinTestWallet['announce']>[0]>['ways']>[number]

function setUp(ways?: readonly Way[], items = new Map<string, string>()) {
  const page = pageWith()
  const wallet = createBitcoinTestWallet({ chain: { chainId, url: 'http://127.0.0.1:9', name: 'Local Bitcoin' } })
  wallet.announce({ target: page, ...(ways ? { ways } : {}) })
  const open = () =>
    familyConfig({
      chains: [bitcoinRegtest, bitcoinMainnet],
      namespaces: [bitcoin({ target: page })],
      storage: memoryOf(items),
    })
  const config = open()
  return { wallet, config, open, id: config.connectors[0]?.id ?? '' }
}

describe('the Bitcoin test wallet', () => {
  it('announced in every way is listed once by its name, and once more where it gives another', () => {
    expect(setUp().config.connectors.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'announced bip122:latchkey-test-wallet',
      'injected bip122:unisat',
    ])
  })

  describe.each(['standard', 'satsConnect', 'unisat'] as const)('by %s', (way) => {
    it('connects with its kinds of accounts, signs by BIP-322, and bip322-js knows by whom', async () => {
      const { config, id, wallet } = setUp([way])
      await connect(config, { connector: id })
      const payment = wallet.accounts[0]?.payment
      expect(getConnection(config, { namespace })).toMatchObject({ address: payment?.address, chainId })
      const facts = Object.values(config.state.connections.get(id)?.facts ?? {})
      expect(facts.map((each) => each?.type)).toEqual(way === 'unisat' ? ['payment'] : ['payment', 'ordinal'])
      expect(facts[0]?.publicKey).toBe(payment?.publicKey)
      const signature = await signMessage(config, { message: 'Hello', namespace })
      expect(Verifier.verifySignature(payment?.address ?? '', 'Hello', signature)).toBe(true)
      expect(Verifier.verifySignature(payment?.address ?? '', 'Hallo', signature)).toBe(false)
    })

    it.each([
      [{ reject: true }, 'CONNECTION_REJECTED'],
      [{ pending: true }, 'CONNECTION_PENDING'],
      [{ nonsense: true }, 'WALLET_BAD_ANSWER'],
    ] as const)('error: connect with %o ends in %s, and works again afterwards', async (switches, code) => {
      const { config, id, wallet } = setUp([way])
      wallet.set(switches)
      await expect(connect(config, { connector: id })).rejects.toMatchObject({ code })
      wallet.set({ reject: false, pending: false, nonsense: false })
      await connect(config, { connector: id })
      expect(getConnection(config, { namespace }).status).toBe('connected')
    })

    it('error: a network that it is not on is said clearly', async () => {
      const { config, id } = setUp([way])
      await expect(connect(config, { connector: id, chainId: bitcoinMainnet.caipNetworkId })).rejects.toMatchObject({
        code: 'CHAIN_MISMATCH',
      })
    })

    it('[S4-33] follows another account and a withdrawn permission; a reload resumes what is still allowed', async () => {
      const { config, id, wallet, open } = setUp([way])
      await connect(config, { connector: id })
      wallet.selectAccount(1)
      const second = wallet.accounts[1]?.payment.address
      await expect.poll(() => getConnection(config, { namespace }).address).toBe(second)
      config.destroy()
      const next = open()
      await reconnect(next)
      expect(getConnection(next, { namespace })).toMatchObject({ status: 'connected', address: second })
      wallet.revoke()
      await expect.poll(() => getConnection(next, { namespace }).status).toBe('disconnected')
    })
  })
})
