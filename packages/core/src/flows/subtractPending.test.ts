import { describe, expect, it } from 'vitest'
import { alice, bob, one, ten } from '../../test/chains.js'
import { createConfig } from '../createConfig.js'
import { eip155 } from '../namespaces/eip155/eip155.js'
import type { AvailableBalance } from './sendDraft.js'
import { createSentTransactions, type SentTransaction } from './sentTransactions.js'
import { subtractPending } from './subtractPending.js'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const coin: AvailableBalance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId: 'eip155:1',
  price: 2000,
  value: 4000,
  quantity: { decimals: '18', numeric: '2' },
  iconUrl: '',
}
const token: AvailableBalance = {
  ...coin,
  ...{ symbol: 'USDC', address: `eip155:1:${usdc}`, quantity: { decimals: '6', numeric: '10.5' } },
}

function setUp(countsPending = false) {
  const namespaces = [{ ...eip155(), countsPending }]
  const config = createConfig({ chains: [one, ten], namespaces, storage: null })
  const sent = createSentTransactions(config)
  const send = (part: Partial<SentTransaction>) =>
    sent.add({
      ...{ hash: '0xaa', chainId: 'eip155:1', from: alice, to: bob, amount: '0.5', symbol: 'ETH', at: 1 },
      status: 'pending',
      ...part,
    })
  const less = (balances: readonly AvailableBalance[] = [coin, token]) => subtractPending(config, alice, balances)
  return { send, less }
}

describe('subtractPending', () => {
  it('takes what is pending from the balance of the same token on the same chain, and from no other', () => {
    const { send, less } = setUp()
    send({ hash: '0x01' })
    send({ hash: '0x02', amount: '0.25' })
    send({ hash: '0x03', token: usdc.toLowerCase(), amount: '0.5', symbol: 'USDC' })
    send({ hash: '0x04', chainId: 'eip155:10', amount: '1' })
    send({ hash: '0x05', from: bob, amount: '1' })
    const [ether, dollars] = less()
    expect(ether).toMatchObject({ quantity: { decimals: '18', numeric: '1.25' }, pending: '0.75' })
    expect(ether).not.toHaveProperty('value')
    expect(dollars).toMatchObject({ quantity: { decimals: '6', numeric: '10' }, pending: '0.5' })
  })

  it.each(['confirmed', 'failed', 'replaced', 'dropped'] as const)('gives back what is %s', (status) => {
    const { send, less } = setUp()
    send({})
    expect(less()[0]?.pending).toBe('0.5')
    send({ status })
    expect(less()).toEqual([coin, token])
  })

  it('never tells less than nothing, and takes nothing twice', () => {
    const { send, less } = setUp()
    send({ amount: '3' })
    const once = less()
    expect(once[0]).toMatchObject({ quantity: { numeric: '0' }, pending: '3' })
    expect(less(once)).toEqual(once)
  })

  it('leaves what is sent to oneself, what is broken, and families whose balances are told less it', () => {
    const { send, less } = setUp()
    send({ hash: '0x01', to: alice.toLowerCase() })
    send({ hash: '0x02', amount: 'much' })
    expect(less()).toEqual([coin, token])
    const counted = setUp(true)
    counted.send({})
    expect(counted.less()).toEqual([coin, token])
  })
})
