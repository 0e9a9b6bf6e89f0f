import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  type Instruction,
  type KeyPairSigner,
  pipe,
  sendAndConfirmTransactionFactory,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { solanaAccounts } from '../src/chains/solana/accounts.js'

/** The public client of Solana over a local chain, unmodified. */
export function solanaKit(chain: { url: string; wsUrl: string }) {
  const rpc = createSolanaRpc(chain.url)
  const rpcSubscriptions = createSolanaRpcSubscriptions(chain.wsUrl)
  const sendAndConfirm = sendAndConfirmTransactionFactory({ rpc, rpcSubscriptions } as Parameters<
    typeof sendAndConfirmTransactionFactory
  >[0])
  type Lifetime = Readonly<{ blockhash: Blockhash; lastValidBlockHeight: bigint }>
  const build = async (from: KeyPairSigner, instructions: readonly Instruction[], lifetime?: Lifetime) => {
    const latest = lifetime ?? (await rpc.getLatestBlockhash().send()).value
    return signTransactionMessageWithSigners(
      pipe(
        createTransactionMessage({ version: 0 }),
        (message) => setTransactionMessageFeePayerSigner(from, message),
        (message) => setTransactionMessageLifetimeUsingBlockhash(latest, message),
        (message) => appendTransactionMessageInstructions(instructions, message),
      ),
    )
  }
  return { rpc, rpcSubscriptions, sendAndConfirm, build }
}

/** A signer of the local phrase. */
export function localSigner(index: number): Promise<KeyPairSigner> {
  const { privateKey = '' } = solanaAccounts[index] ?? {}
  return createKeyPairSignerFromPrivateKeyBytes(Uint8Array.from(Buffer.from(privateKey, 'hex')))
}

/** An address that nobody used before. */
export async function freshAddress(): Promise<Address> {
  return (await generateKeyPairSigner()).address
}
