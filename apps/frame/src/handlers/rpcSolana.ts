import { fromBase64Url } from '@latchkey/protocol/bytes'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { base58, base64 } from '@scure/base'
import { trySolana } from '../chains/trySolana.js'
import { loadCode } from '../loadCode.js'
import { describeSolana } from '../signing/describeSolana.js'
import { readSolanaTransaction } from '../signing/solanaMessage.js'
import { readSolanaParams } from '../signing/solanaParams.js'
import { type Asking, approveAndSign, signAs } from './approveAndSign.js'

/**
 * Asks the person about one Solana request, and does it when they agree.
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
      if (pubkey !== undefined && pubkey !== context.account) throw foreign()
      const { prepareSolanaMessage } = await loadCode(() => import('../signing/prepareSolanaMessage.js'))
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
        throw new LatchkeyError(
          'NETWORK_NOT_FOUND',
          'No Solana network is set up on this server, so nothing can be sent',
        )
      }
      const [signed = ''] = await signTransactions(asking, [transaction], true)
      const bytes = base58.decode(signed)
      const sent = await asking.client.call(chain, 'sendTransaction', [
        base64.encode(bytes),
        { ...options, encoding: 'base64' },
      ])
      // The first signature is the transaction's name; whoever answers cannot choose another.
      const signature = base58.encode(bytes.subarray(1, 65))
      if (sent !== signature)
        throw new LatchkeyError('RPC_BAD_ANSWER', 'The network named another transaction than the one that was sent')
      return { signature }
    }
    default:
      throw new LatchkeyError('UNSUPPORTED_METHOD', 'Requested RPC call is not allowed', { rpcCode: 4200 })
  }
}

async function signTransactions(asking: Asking, texts: readonly string[], isSent: boolean): Promise<string[]> {
  const { client, face, user, chain, origin, signal } = asking
  const account = user.addresses.solana
  const raw = texts.map((text) => base58.decode(text))
  const read = raw.map(readSolanaTransaction)
  // Whoever pays is the first to sign; another payer is only right where nothing is sent from here.
  if (read.some(({ message }) => !message.signers.includes(account) || (isSent && message.feePayer !== account)))
    throw foreign()
  const shown = await Promise.all(
    read.map(async ({ message, bytes }, at) => {
      // Without a network there is nobody to try it out.
      if (chain.id === 'solana:') return { message, bytes }
      return { bytes, ...(await trySolana(message, raw[at] ?? bytes, { client, chain, account, signal })) }
    }),
  )
  const approval = describeSolana(shown, { chain, origin, account }, isSent)
  await face.ask({ kind: 'approve', what: 'solanaTransaction', approval, origin }, { signal })
  const signed: string[] = []
  for (const transaction of raw) {
    signed.push(base58.encode(fromBase64Url(await signAs(asking, { kind: 'solanaTransaction', transaction }))))
  }
  return signed
}

function foreign(): LatchkeyError {
  return new LatchkeyError('INVALID_PARAMS', 'This account does not belong to the wallet that is signed in here')
}
