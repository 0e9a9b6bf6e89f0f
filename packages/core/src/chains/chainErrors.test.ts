import { solana } from '@latchkey/solana'
import { describe, expect, it } from 'vitest'
import { alice, one, sol } from '../../test/chains.js'
import { connect } from '../actions/connect.js'
import { sendTransaction } from '../actions/sendTransaction.js'
import { setAddressLabel } from '../actions/setAddressLabel.js'
import { signMessage } from '../actions/signMessage.js'
import { createConfig } from '../createConfig.js'
import type { NamespaceAdapter } from '../namespace.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'

const wallet = () =>
  createFakeConnector({ namespaces: ['solana'], chainId: sol.caipNetworkId, addresses: ['1'.repeat(32)] })
const make = () => createConfig({ chains: [one, sol], connectors: [wallet().create], storage: null })

describe('an action without what it works on', () => {
  it('[S8-84] error: chain is required, to look a chain family up and to write of an account', () => {
    const config = make()
    expect(() => config.namespace(undefined as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIG', details: 'chain is required' }),
    )
    for (const account of [alice, '', undefined]) {
      expect(() => setAddressLabel(config, { account: account as never, label: 'Savings' })).toThrow(
        expect.objectContaining({ code: 'INVALID_ADDRESS', details: 'chain is required' }),
      )
    }
    expect(config.state.details).toBeUndefined()
    setAddressLabel(config, { account: `eip155:1:${alice}`, label: 'Savings' })
    expect(config.state.details?.eip155?.addressLabels).toEqual({ [alice]: 'Savings' })
  })

  it('[S8-83] error: adapter must have a namespace, where a family is passed without being called', () => {
    for (const adapter of [solana, {}]) {
      expect(() =>
        createConfig({ chains: [one, sol], namespaces: [adapter as unknown as NamespaceAdapter], storage: null }),
      ).toThrow(
        expect.objectContaining({
          code: 'INVALID_CONFIG',
          details: 'adapter must have a namespace',
          message: expect.stringContaining('namespaces[0]'),
        }),
      )
    }
    expect(
      createConfig({ chains: [one, sol], namespaces: [solana()], storage: null }).namespace('solana'),
    ).toBeDefined()
  })

  it('[S8-85] error: client not set, without the family on the page and without a wallet in the family', async () => {
    const config = make()
    const message = { message: 'Ahoy' }
    const told = { code: 'NOT_CONNECTED', details: 'client not set' }
    await expect(signMessage(config, message)).rejects.toMatchObject(told)
    await expect(sendTransaction(config, { to: alice, value: 1n })).rejects.toMatchObject(told)
    // The wallet is there, but nothing that could speak of its family.
    await connect(config, { connector: 'dev.latchkey.fake' })
    await expect(signMessage(config, { ...message, namespace: 'solana' })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      details: 'client not set',
    })
  })
})
