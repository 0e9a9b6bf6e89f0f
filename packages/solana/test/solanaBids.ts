import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { solana } from '../src/solana.js'
import type { solanaWorld } from './solanaWorld.js'

const computeBudget = 'ComputeBudget111111111111111111111111111111'

/** Lets somebody pay for places in blocks, each price in a slot of its own, in millionths of a lamport for a unit. */
export async function payForPlaces(world: ReturnType<typeof solanaWorld>, prices: readonly bigint[]): Promise<void> {
  const { chain } = world
  const payer = await world.stranger({ isFunded: true })
  const from = payer.address as Address
  for (const [index, price] of prices.entries()) {
    // In a block with others who pay nothing, nobody would have had to pay.
    chain.skipSlots(1)
    const [blockhash, lastValidBlockHeight] = await latest(chain.url)
    const source = createNoopSigner(from)
    const transaction = pipe(
      createTransactionMessage({ version: 'legacy' }),
      (message) => setTransactionMessageFeePayer(from, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight }, message),
      (message) => setTransactionMessageComputeUnitPrice(price, message),
      (message) =>
        appendTransactionMessageInstructions(
          [getTransferSolInstruction({ source, destination: from, amount: BigInt(index + 1) })],
          message,
        ),
      (message) => compileTransaction(message),
    )
    const adapter = solana()
    await adapter.sendTransaction(payer.provider, {
      address: from,
      chainId: chain.chainId,
      transaction: { bytes: Uint8Array.from(getTransactionEncoder().encode(transaction)) },
      context: world.context(),
    })
  }
}

/** What a transaction says of its work and its price, and how many instructions it has besides. */
export function budgetOf(bytes: Uint8Array | undefined) {
  const message = getCompiledTransactionMessageDecoder().decode(
    getTransactionDecoder().decode(bytes ?? new Uint8Array()).messageBytes,
  )
  if (message.version === 1) throw new Error('We do not write this version.')
  const said = message.instructions.map(({ programAddressIndex, data = new Uint8Array() }) => ({
    program: message.staticAccounts[programAddressIndex],
    data: Buffer.from(data),
  }))
  const own = said.filter(({ program }) => program === computeBudget)
  const [limit, price] = [2, 3].map((kind) => own.find(({ data }) => data[0] === kind)?.data)
  return {
    limit: limit?.readUInt32LE(1),
    price: price?.readBigUInt64LE(1),
    others: said.length - own.length,
  }
}

async function latest(url: string): Promise<[Blockhash, bigint]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash', params: [] }),
  })
  const { result } = (await response.json()) as {
    result: { value: { blockhash: Blockhash; lastValidBlockHeight: number } }
  }
  return [result.value.blockhash, BigInt(result.value.lastValidBlockHeight)]
}
