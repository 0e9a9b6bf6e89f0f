import type { SolanaProvider } from '@latchkey/solana'
import {
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
  getTransactionDecoder,
  getTransactionEncoder,
  partiallySignTransaction,
  signBytes,
} from '@solana/kit'

/** What a Solana wallet of a test does otherwise than it should; all off at first. */
export type SolanaWalletSwitches = {
  reject: boolean
  /** What it answers instead of what it should. */
  answer: unknown
  /** What happens while the person reads. */
  meanwhile: () => unknown
}

/** A wallet of one key that signs for real; with a node it sends too. */
export async function solanaWallet(privateKey: string, node?: string) {
  const keys = await createKeyPairFromPrivateKeyBytes(Uint8Array.from(Buffer.from(privateKey, 'hex')))
  const switches: SolanaWalletSwitches = { reject: false, answer: undefined, meanwhile: () => {} }
  const asked: { readonly method: string; readonly transaction?: Uint8Array; readonly options?: unknown }[] = []

  async function answered<answer>(own: () => Promise<answer>): Promise<answer> {
    await switches.meanwhile()
    if (switches.reject) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    return switches.answer === undefined ? own() : (switches.answer as answer)
  }

  async function signed(transaction: Uint8Array) {
    return partiallySignTransaction([keys], getTransactionDecoder().decode(transaction))
  }

  async function send(transaction: Uint8Array): Promise<string> {
    const whole = await signed(transaction)
    const wire = Buffer.from(getTransactionEncoder().encode(whole)).toString('base64')
    const response = await fetch(node ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'sendTransaction',
        params: [wire, { encoding: 'base64' }],
      }),
    })
    const { result, error } = (await response.json()) as { result?: string; error?: { message: string } }
    if (result === undefined) throw new Error(error?.message)
    return result
  }

  const provider: SolanaProvider = {
    signMessage({ message }) {
      asked.push({ method: 'signMessage' })
      return answered(async () => signBytes(keys.privateKey, message))
    },
    signTransaction({ transaction }) {
      asked.push({ method: 'signTransaction', transaction })
      return answered(async () => Uint8Array.from(getTransactionEncoder().encode(await signed(transaction))))
    },
    signAllTransactions({ address, chainId, transactions }) {
      return Promise.all(transactions.map((transaction) => provider.signTransaction({ address, chainId, transaction })))
    },
    ...(node === undefined
      ? {}
      : {
          signAndSendTransaction({ transaction, options }) {
            asked.push({ method: 'signAndSendTransaction', transaction, options })
            return answered(() => send(transaction))
          },
        }),
  }
  const raw = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
  return { provider, switches, asked, address: await getAddressFromPublicKey(keys.publicKey), publicKey: raw }
}
