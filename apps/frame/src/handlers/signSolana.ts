import { fromBase64Url } from '@latchkey/protocol/internal/bytes'
import { base58 } from '@scure/base'
import { simulateSolana } from '../chains/simulateSolana.js'
import { describeSolana } from '../signing/solana/describeSolana.js'
import { readSolanaTransaction } from '../signing/solana/solanaMessage.js'
import { type Asking, signAs } from './approveAndSign.js'
import { strangeSolanaAccount } from './strangeSolanaAccount.js'

/**
 * Simulates and shows Solana transactions, and signs them once approved.
 *
 * @param asking - The request.
 * @param texts - The transactions, base58.
 * @param isSent - Whether they are sent at once.
 * @returns The signed transactions, base58.
 * @throws LatchkeyError INVALID_PARAMS for another account or what is no transaction; USER_REJECTED.
 */
export async function signSolana(asking: Asking, texts: readonly string[], isSent: boolean): Promise<string[]> {
  const { client, screens, user, chain, origin, signal } = asking
  const account = user.addresses.solana
  const raw = texts.map((text) => base58.decode(text))
  const read = raw.map(readSolanaTransaction)
  // The payer is the first to sign; another payer is only right where nothing is sent from here.
  if (read.some(({ message }) => !message.signers.includes(account) || (isSent && message.feePayer !== account)))
    throw strangeSolanaAccount()
  const shown = await Promise.all(
    read.map(async ({ message, bytes }, at) => {
      // Without a network it cannot be simulated.
      if (chain.id === 'solana:') return { message, bytes }
      return { bytes, ...(await simulateSolana(message, raw[at] ?? bytes, { client, chain, account, signal })) }
    }),
  )
  const approval = describeSolana(shown, { chain, origin, account }, isSent)
  await screens.ask({ kind: 'approve', what: 'solanaTransaction', approval, origin }, { signal })
  const signed: string[] = []
  for (const transaction of raw) {
    signed.push(base58.encode(fromBase64Url(await signAs(asking, { kind: 'solanaTransaction', transaction }))))
  }
  return signed
}
