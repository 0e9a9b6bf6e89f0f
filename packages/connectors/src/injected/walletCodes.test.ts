import { connect, sendTransaction } from '@latchkey/core'
import { type EvmChains, startEvmChains } from '@latchkey/devnet'
import { type ErrorCode, rpcCodes } from '@latchkey/protocol/errors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chainOf, configOn, page } from '../../test/page.js'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const codes: readonly [id: string, rpcCode: number, code: ErrorCode][] = [
  ['S8-59', 4001, 'USER_REJECTED'],
  ['S8-60', 4100, 'UNAUTHORIZED'],
  ['S8-61', 4200, 'UNSUPPORTED_METHOD'],
  ['S8-62', 4900, 'WALLET_DISCONNECTED'],
  ['S8-63', 4901, 'WALLET_DISCONNECTED'],
  ['S8-64', 5700, 'UNSUPPORTED_METHOD'],
  ['S8-65', 5710, 'CHAIN_SWITCH_REFUSED'],
  ['S8-66', 5720, 'INVALID_REQUEST'],
  ['S8-67', 5730, 'INVALID_REQUEST'],
  ['S8-68', 5740, 'INVALID_REQUEST'],
  ['S8-69', 5750, 'USER_REJECTED'],
  ['S8-70', 5760, 'UNSUPPORTED_METHOD'],
  ['S8-73', -32601, 'UNSUPPORTED_METHOD'],
  ['S8-74', -32602, 'INVALID_PARAMS'],
  ['S8-75', -32603, 'RPC_ERROR'],
  ['S8-76', -32000, 'RPC_ERROR'],
  ['S8-77', -32001, 'RPC_ERROR'],
  ['S8-78', -32002, 'CONNECTION_PENDING'],
  ['S8-79', -32003, 'RPC_ERROR'],
  ['S8-80', -32004, 'UNSUPPORTED_METHOD'],
  ['S8-81', -32005, 'RATE_LIMITED'],
  ['S8-82', -32006, 'INVALID_REQUEST'],
]
const texts: readonly [id: string, text: string, code: ErrorCode][] = [
  ['S8-86', 'execution reverted: ERC20: transfer amount exceeds balance', 'EXECUTION_REVERTED'],
  ['S8-87', 'nonce too low', 'NONCE_TOO_LOW'],
  ['S8-88', 'nonce too high', 'NONCE_TOO_HIGH'],
  ['S8-89', 'insufficient funds for gas * price + value', 'INSUFFICIENT_FUNDS'],
  ['S8-90', 'max fee per gas less than block base fee', 'FEE_CAP_TOO_LOW'],
  ['S8-91', 'intrinsic gas too low', 'GAS_TOO_LOW'],
  ['S8-92', 'intrinsic gas too high', 'GAS_TOO_HIGH'],
]

let local: EvmChains
beforeAll(async () => {
  local = await startEvmChains()
})
afterAll(() => local.stop())

/** A page whose wallet refuses to send, with what a wallet or the node behind it says. */
async function refusing(reason: { code: number; message: string }) {
  const sends: unknown[] = []
  const ethereum = {
    on() {},
    removeListener() {},
    async request({ method, params }: { method: string; params?: unknown }) {
      if (method === 'eth_sendTransaction') {
        sends.push(params)
        throw Object.assign(new Error(reason.message), reason)
      }
      if (method === 'eth_chainId') return `0x${local.chains[0].chainId.toString(16)}`
      return method === 'eth_accounts' || method === 'eth_requestAccounts' ? [account] : null
    },
  }
  const config = configOn(page(ethereum), [chainOf(local.chains[0])])
  await connect(config, { connector: 'injected' })
  const refusal = await sendTransaction(config, { to: account, value: 1n }).catch((error: unknown) => error)
  config.destroy()
  return { refusal, sends }
}

describe('a wallet that refuses to send', () => {
  it.each(codes)(
    '[%s] with code %i: the action rejects with it as %s, and the wallet is not asked again',
    async (_, code, name) => {
      const { refusal, sends } = await refusing({ code, message: 'as the wallet says it' })
      expect(refusal).toMatchObject({
        name: 'LatchkeyError',
        code: name,
        rpcCode: code,
        details: 'as the wallet says it',
      })
      expect(rpcCodes[code]).toBeDefined()
      expect(sends).toHaveLength(1)
    },
  )

  it.each(texts)(
    '[%s] because of its node: "%s" becomes %s, with a sentence for a person',
    async (_, message, name) => {
      const { refusal } = await refusing({ code: -32000, message })
      expect(refusal).toMatchObject({ name: 'LatchkeyError', code: name, rpcCode: -32000, details: message })
      expect(String((refusal as Error).message)).toMatch(/^[A-Z][^\d]{8,}\.$/m)
    },
  )
})
