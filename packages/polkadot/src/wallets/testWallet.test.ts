import { connect, getConnection, reconnect, signMessage } from '@latchkey/core'
import { createPolkadotTestWallet } from '@latchkey/devnet/wallet'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { familyConfig, memoryOf, pageWith, polkadotLocal } from '../../../connectors/test/families.js'
import { polkadot } from '../polkadot.js'

const namespace = 'polkadot'
const id = 'polkadot:latchkey-test-wallet'
beforeAll(() => cryptoWaitReady())

function setUp() {
  const page = pageWith()
  const items = new Map<string, string>()
  const chain = { chainId: polkadotLocal.caipNetworkId, url: 'http://127.0.0.1:9', name: 'Local Polkadot' }
  const wallet = createPolkadotTestWallet({ chain })
  wallet.announce({ target: page })
  const open = () =>
    familyConfig({
      chains: [polkadotLocal],
      namespaces: [polkadot({ target: page })],
      storage: memoryOf(items),
    })
  return { wallet, config: open(), open }
}

describe('the Polkadot test wallet', () => {
  it('connects, signs, and the Polkadot library knows by whom', async () => {
    const { config, wallet } = setUp()
    expect(config.connectors).toMatchObject([{ id, name: 'Latchkey Test Wallet' }])
    await connect(config, { connector: id })
    const address = wallet.accounts[0]?.address ?? ''
    expect(getConnection(config, { namespace }).address).toBe(address)
    const signature = await signMessage(config, { message: 'Hello', namespace })
    expect(signatureVerify('<Bytes>Hello</Bytes>', signature, address).isValid).toBe(true)
    expect(signatureVerify('<Bytes>Hallo</Bytes>', signature, address).isValid).toBe(false)
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

  it('[S4-33] follows another account and a withdrawn permission, also after a reload', async () => {
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
    wallet.revoke()
    await expect.poll(() => getConnection(next, { namespace }).status).toBe('disconnected')
  })
})
