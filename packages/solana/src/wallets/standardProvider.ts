import { type ChainId, toAccountId } from '@latchkey/core'
import {
  askFeature,
  badAnswer,
  featureOf,
  type StandardAccount,
  type StandardProviderParts,
  type StandardWallet,
} from '@latchkey/core/family'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { SignInProof, SignInRequest } from '@latchkey/protocol/siwx'
import { base58 } from '@scure/base'
import type { SolanaProvider } from '../solanaProvider.js'
import { chainName } from './chainName.js'

const signatureLength = 64

/**
 * What a wallet of the standard can do on Solana, as core asks for it.
 *
 * @see https://github.com/wallet-standard/wallet-standard/blob/master/extensions/solana.md
 */
export function standardProvider({ name, wallet, find }: StandardProviderParts): SolanaProvider {
  async function sign(transactions: readonly Uint8Array[], address: string, chainId: ChainId): Promise<Uint8Array[]> {
    const { account, chain } = find(address, chainId)
    const inputs = transactions.map((transaction) => ({ account, chain, transaction }))
    const outputs = await run(name, wallet, 'solana:signTransaction', inputs)
    return outputs.map(({ signedTransaction }) => bytesOf(name, signedTransaction, 'a signed transaction'))
  }

  const canSend = featureOf(wallet, 'solana:signAndSendTransaction') !== undefined
  const canSignIn = featureOf(wallet, 'solana:signIn') !== undefined
  return {
    async signMessage({ address, message }) {
      const account = accountsOf(wallet).find((each) => each.address === address)
      if (!account) {
        throw new LatchkeyError('UNAUTHORIZED', `${name} does not allow this account.`, {
          hints: ['Choose the account in the wallet, or connect again.'],
        })
      }
      const [output] = await run(name, wallet, 'solana:signMessage', [{ account, message }])
      const { signedMessage, signature } = output ?? {}
      // A wallet may sign more than the message, which would then not be what the caller verifies.
      if (!isSame(bytesOf(name, signedMessage, 'a signed message'), message)) throw badAnswer(name, 'the message')
      return bytesOf(name, signature, 'a signature', signatureLength)
    },
    async signTransaction({ address, chainId, transaction }) {
      const [signed] = await sign([transaction], address, chainId)
      if (!signed) throw badAnswer(name, 'a signed transaction')
      return signed
    },
    signAllTransactions: ({ address, chainId, transactions }) => sign(transactions, address, chainId),
    ...(canSend && {
      async signAndSendTransaction({ address, chainId, transaction, options }) {
        const { account, chain } = find(address, chainId)
        const input = { account, chain, transaction, ...(options ? { options } : {}) }
        const [output] = await run(name, wallet, 'solana:signAndSendTransaction', [input])
        return base58.encode(bytesOf(name, output?.signature, 'a signature', signatureLength))
      },
    }),
    ...(canSignIn && { signIn: (request) => signInWithSolana(name, wallet, request) }),
  }
}

/**
 * Has a wallet write and sign a sign-in message; refuses one that is not what was asked for.
 *
 * @see https://github.com/phantom/sign-in-with-solana
 */
export async function signInWithSolana(
  name: string,
  wallet: StandardWallet,
  request: SignInRequest & { readonly chainId: ChainId },
): Promise<SignInProof> {
  const { chainId, domain, nonce } = request
  const [output] = await run(name, wallet, 'solana:signIn', [{ ...request, chainId: writtenChain(chainId) }])
  const { account, signedMessage, signature } = output ?? {}
  const address = (account as StandardAccount | undefined)?.address
  const message = textOf(bytesOf(name, signedMessage, 'a signed message'))
  const lines = message?.split('\n') ?? []
  const isOurs =
    lines[0] === `${domain} wants you to sign in with your Solana account:` &&
    lines[1] === address &&
    lines.includes(`Nonce: ${nonce}`)
  if (typeof address !== 'string' || message === undefined || !isOurs) throw badAnswer(name, 'the sign-in of this page')
  return {
    account: toAccountId(chainId, address),
    message,
    signature: base58.encode(bytesOf(name, signature, 'a signature', signatureLength)),
  }
}

/** A local network has no name in the text that others could tell from another's local network. */
function writtenChain(chainId: ChainId): string {
  const chain = chainName(chainId)
  return chain === 'solana:localnet' ? chainId : chain
}

type Output = { readonly [field: string]: unknown }

async function run(
  name: string,
  wallet: StandardWallet,
  feature: string,
  inputs: readonly unknown[],
): Promise<Output[]> {
  const outputs = await askFeature(name, wallet, feature, inputs)
  const isAnswer = Array.isArray(outputs) && outputs.length === inputs.length && outputs.every(isRecord)
  if (!isAnswer) throw badAnswer(name, 'one answer for each request')
  return outputs as Output[]
}

function accountsOf(wallet: StandardWallet): readonly StandardAccount[] {
  return Array.isArray(wallet.accounts) ? wallet.accounts : []
}

function bytesOf(name: string, value: unknown, what: string, length?: number): Uint8Array {
  if (value instanceof Uint8Array && (length === undefined || value.length === length) && value.length > 0) return value
  throw badAnswer(name, what)
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
