import type { WorldFamily } from './world.js'

/** What a local chain of another family than EVM itself says, asked past everything of ours, in the smallest unit. */
export type FamilyReader = {
  native(address: string): Promise<bigint>
  /** What an account holds of an SPL token. */
  token(mint: string, owner: string): Promise<bigint>
}

/** Reads a local chain of Solana or Bitcoin by what its node answers to anybody. */
export function readFamily({ chainId, url }: WorldFamily): FamilyReader {
  return chainId.startsWith('solana:') ? readSolana(url) : readBitcoin(url)
}

function readSolana(url: string): FamilyReader {
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await answer.json()) as { result?: unknown; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }
  const commitment = 'confirmed'
  return {
    async native(address) {
      const { value } = (await ask('getBalance', [address, { commitment }])) as { value: number }
      return BigInt(value)
    },
    async token(mint, owner) {
      type Held = { account: { data: { parsed: { info: { tokenAmount: { amount: string } } } } } }
      const options = { commitment, encoding: 'jsonParsed' }
      const { value } = (await ask('getTokenAccountsByOwner', [owner, { mint }, options])) as { value: Held[] }
      return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
    },
  }
}

function readBitcoin(url: string): FamilyReader {
  return {
    async native(address) {
      type Sums = { funded_txo_sum: number; spent_txo_sum: number }
      const answer = await fetch(`${url}/address/${address}`)
      const { chain_stats, mempool_stats } = (await answer.json()) as { chain_stats: Sums; mempool_stats: Sums }
      const both = [chain_stats, mempool_stats]
      return both.reduce((sum, one) => sum + BigInt(one.funded_txo_sum) - BigInt(one.spent_txo_sum), 0n)
    },
    token: () => Promise.reject(new Error('Bitcoin has no tokens')),
  }
}
