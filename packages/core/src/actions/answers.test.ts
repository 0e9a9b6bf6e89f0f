import { describe, expect, it } from 'vitest'
import { alice, one } from '../../test/chains.js'
import { createConfig } from '../createConfig.js'
import { createFakeConnector } from '../testing/createFakeConnector.js'
import { connect } from './connect.js'
import { sendTransaction } from './sendTransaction.js'
import { signMessage } from './signMessage.js'

const hex = (digits: number) => `0x${'aB'.repeat(digits).slice(0, digits)}`

/** A page whose wallet answers everything with one text. */
async function answering(answer: unknown) {
  const getProvider = async () => ({ request: async () => answer })
  const { create } = createFakeConnector({ getProvider })
  const config = createConfig({ chains: [one], connectors: [create], storage: null })
  await connect(config, { connector: 'dev.latchkey.fake' })
  return config
}

describe('what a wallet answers', () => {
  it('[S5-22] is a transaction as 0x and 64 hex characters, and nothing else is', async () => {
    const send = async (answer: unknown) => sendTransaction(await answering(answer), { to: alice, value: 1n })
    expect(await send(hex(64))).toBe(hex(64))
    for (const other of [hex(63), hex(65), hex(64).slice(2), `${hex(63)}g`, `${hex(64)} `, { hash: hex(64) }, null])
      await expect(send(other)).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })

  it('[S5-23] is a signature as 0x and 62 hex characters or more, and nothing else is', async () => {
    const sign = async (answer: unknown) => signMessage(await answering(answer), { message: 'Ahoy' })
    for (const right of [hex(62), hex(63), hex(64), hex(130), hex(1000)]) expect(await sign(right)).toBe(right)
    for (const other of [hex(61), '0x', hex(62).slice(2), `${hex(61)}g`, { signature: hex(130) }, undefined])
      await expect(sign(other)).rejects.toMatchObject({ code: 'WALLET_BAD_ANSWER' })
  })
})
