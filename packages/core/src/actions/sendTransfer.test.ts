import { describe, expect, it } from 'vitest'
import { one, polygon } from '../../test/chains.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { sendTransfer } from './sendTransfer.js'

const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

async function setUp() {
  const fake = createFakeConnector()
  const config = createConfig({ chains: [one, polygon], connectors: [fake.create], storage: null })
  await connect(config, { connector: 'dev.latchkey.fake' })
  fake.calls.length = 0
  return { fake, config }
}

describe('sendTransfer', () => {
  it.each([
    ['account', { accounts: [other] }, 'NOT_CONNECTED'],
    ['network', { chainId: polygon.caipNetworkId }, 'CHAIN_MISMATCH'],
  ] as const)('error: the wallet goes to another %s while a transfer is prepared', async (_, event, code) => {
    const { fake, config } = await setUp()
    const sent = sendTransfer(config, { to: other, amount: 1n, onAsk: () => fake.say(event) })
    await expect(sent).rejects.toMatchObject({ code })
    expect(fake.calls).toEqual([])
  })
})
