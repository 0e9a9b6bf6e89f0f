import { LatchkeyError } from '@latchkey/protocol/errors'
import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
import { base58, base64 } from '@scure/base'
import { loadCode } from '../loadCode.js'
import { readSolanaParams } from '../signing/solana/solanaParams.js'
import { type Asking, approveAndSign } from './approveAndSign.js'
import type { signSolana } from './signSolana.js'
import { strangeSolanaAccount } from './strangeSolanaAccount.js'

/**
 * Shows the approval of a Solana request, and executes it once approved.
 *
 * @param method - The method.
 * @param asking - What it needs.
 * @returns What the method answers, base58 within.
 */
export async function askSolana(method: string, asking: Asking): Promise<unknown> {
  const { params, user, chain, origin } = asking
  const context = { chain, origin, account: user.addresses.solana }
  switch (method) {
    case 'solana_signMessage': {
      const { message, pubkey } = readSolanaParams('solana_signMessage', params)
      if (pubkey !== undefined && pubkey !== context.account) throw strangeSolanaAccount()
      const { prepareSolanaMessage } = await loadCode(() => import('../signing/solana/prepareSolanaMessage.js'))
      const signature = await approveAndSign(asking, prepareSolanaMessage(base58.decode(message), context))
      return { signature: base58.encode(fromBase64Url(signature)) }
    }
    case 'solana_signTransaction': {
      const { transaction } = readSolanaParams('solana_signTransaction', params)
      const [signed] = await signTransactions(asking, [transaction], false)
      return { transaction: signed }
    }
    case 'solana_signAllTransactions': {
      const { transactions } = readSolanaParams('solana_signAllTransactions', params)
      return { transactions: await signTransactions(asking, transactions, false) }
    }
    case 'solana_signAndSendTransaction': {
      const { transaction, options = {} } = readSolanaParams('solana_signAndSendTransaction', params)
      if (chain.id === 'solana:') {
        throw new LatchkeyError('CHAIN_NOT_FOUND', 'No Solana network is set up on this server, so nothing can be sent')
      }
      const [signed = ''] = await signTransactions(asking, [transaction], true)
      const bytes = base58.decode(signed)
      const sent = await asking.client.call(chain, 'sendTransaction', [
        base64.encode(bytes),
        { ...options, encoding: 'base64' },
      ])
      // The first signature is the transaction's name; the answering node cannot choose another.
      const signature = base58.encode(bytes.subarray(1, 65))
      if (sent !== signature)
        throw new LatchkeyError('RPC_BAD_ANSWER', 'The network returned a different transaction id than the one sent')
      return { signature }
    }
    default:
      throw new LatchkeyError('UNSUPPORTED_METHOD', 'Requested RPC call is not allowed', { rpcCode: 4200 })
  }
}

async function signTransactions(...asked: Parameters<typeof signSolana>): Promise<string[]> {
  const { signSolana } = await loadCode(() => import('./signSolana.js'))
  return signSolana(...asked)
}
