import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit'

const system = '11111111111111111111111111111111'
const computeBudget = 'ComputeBudget111111111111111111111111111111'
const rent = 890_880n

type Answer = { readonly result: unknown } | { readonly error: object }

/**
 * Answers what a Solana node is asked for a transfer of SOL, for where no virtual machine can run: it keeps balances, knows its
 * newest blockhash only, checks signatures and prices transactions by what they say. The test decides the rest.
 */
export function solanaNode(genesis: string) {
  const balances = new Map<string, bigint>()
  const landed = new Map<string, Uint8Array>()
  const asked: string[] = []
  const state = { count: 1, price: 0n }
  const blockhash = () => base58.encode(new Uint8Array(32).fill(state.count))
  const context = { slot: 1, apiVersion: '2.0.0' }
  const value = (inner: unknown): Answer => ({ result: { context, value: inner } })
  const refuse = (err: string): Answer => ({
    error: { code: -32002, message: `Transaction simulation failed: ${err}`, data: { err, logs: [] } },
  })

  function feeOf(messageBytes: Uint8Array): bigint | null {
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    if (message.version === 1 || message.lifetimeToken !== blockhash()) return null
    const said = message.instructions
      .filter(({ programAddressIndex }) => message.staticAccounts[programAddressIndex] === computeBudget)
      .map(({ data = new Uint8Array() }) => new DataView(Uint8Array.from(data).buffer))
    const limit = said.find((view) => view.getUint8(0) === 2)?.getUint32(1, true) ?? 200_000
    const price = said.find((view) => view.getUint8(0) === 3)?.getBigUint64(1, true) ?? 0n
    return 5000n + (BigInt(limit) * price + 999_999n) / 1_000_000n
  }

  function send(wire: Uint8Array): Answer {
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire)
    const [entry] = Object.entries(signatures)
    const [payer = '', signature] = entry ?? []
    if (!signature || !ed25519.verify(Uint8Array.from(signature), Uint8Array.from(messageBytes), base58.decode(payer)))
      return { error: { code: -32003, message: 'Transaction signature verification failure' } }
    const fee = feeOf(Uint8Array.from(messageBytes))
    if (fee === null) return refuse('BlockhashNotFound')
    balances.set(payer, (balances.get(payer) ?? 0n) - fee)
    const name = base58.encode(Uint8Array.from(signature))
    landed.set(name, wire)
    return { result: name }
  }

  function answer(method: string, params: readonly unknown[]): Answer {
    const [first] = params
    const account = (address: string) => {
      const lamports = balances.get(address)
      return lamports === undefined
        ? null
        : { lamports: Number(lamports), owner: system, data: ['', 'base64'], executable: false, rentEpoch: 0, space: 0 }
    }
    switch (method) {
      case 'getGenesisHash':
        return { result: genesis }
      case 'getBalance':
        return value(Number(balances.get(String(first)) ?? 0n))
      case 'getTokenAccountsByOwner':
        return value([])
      case 'getMultipleAccounts':
        return value((first as readonly string[]).map(account))
      case 'getMinimumBalanceForRentExemption':
        return { result: Number(rent) }
      case 'getRecentPrioritizationFees':
        return { result: [{ slot: 1, prioritizationFee: Number(state.price) }] }
      case 'getLatestBlockhash':
        return value({ blockhash: blockhash(), lastValidBlockHeight: 150 })
      case 'isBlockhashValid':
        return value(first === blockhash())
      case 'getFeeForMessage': {
        const fee = feeOf(base64.decode(String(first)))
        return value(fee === null ? null : Number(fee))
      }
      case 'simulateTransaction':
        return value({ err: null, logs: [], unitsConsumed: 450 })
      case 'sendTransaction':
        return send(base64.decode(String(first)))
      case 'getBlockHeight':
        return { result: 1 }
      case 'getSignatureStatuses':
        return value(
          (first as readonly string[]).map(
            (name) => landed.has(name) && { slot: 1, err: null, confirmationStatus: 'confirmed' },
          ),
        )
      default:
        return { error: { code: -32601, message: 'Method not found' } }
    }
  }

  return {
    balances,
    landed,
    asked,
    /** What others pay for a unit of work, in millionths of a lamport. */
    bid(price: bigint) {
      state.price = price
    },
    /** Forgets the blockhash that it gave. */
    forget() {
      state.count += 1
    },
    serve(body: string): string {
      const { id, method, params = [] } = JSON.parse(body) as { id: number; method: string; params?: unknown[] }
      asked.push(method)
      return JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params) })
    },
  }
}
