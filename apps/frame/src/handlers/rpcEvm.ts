import { LatchkeyError } from '@latchkey/protocol/errors'
import { loadCode } from '../loadCode.js'
import { readParams } from '../signing/evm/evmParams.js'
import { type Asking, approveAndSign } from './approveAndSign.js'

/**
 * Shows the approval of an EVM request, and executes it once approved.
 *
 * @param method - The method.
 * @param asking - What it needs.
 * @returns The signature or the hash.
 */
export async function askEvm(method: string, asking: Asking): Promise<string> {
  const { chain, origin, user, params } = asking
  const context = { chain, origin, account: user.addresses.eip155 }
  switch (method) {
    case 'personal_sign': {
      const [message, address] = readParams('personal_sign', params)
      const { preparePersonalSign } = await loadCode(() => import('../signing/evm/personalSign.js'))
      return approveAndSign(asking, preparePersonalSign([message, address], context))
    }
    case 'eth_signTypedData_v4': {
      const [address, data] = readParams('eth_signTypedData_v4', params)
      const { prepareTypedData } = await loadCode(() => import('../signing/evm/prepareTypedData.js'))
      return approveAndSign(asking, prepareTypedData(address, data, context))
    }
    case 'eth_sendTransaction': {
      const [transaction] = readParams('eth_sendTransaction', params)
      const { sendTransaction } = await loadCode(() => import('./sendTransaction.js'))
      return sendTransaction(asking, transaction)
    }
    default:
      throw new LatchkeyError('UNSUPPORTED_METHOD', 'Requested RPC call is not allowed', { rpcCode: 4200 })
  }
}
