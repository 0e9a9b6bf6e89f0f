import { createHash, createHmac } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { mnemonicToSeedSync } from '@scure/bip39'
import { describe, expect, it } from 'vitest'
import { localSigner } from '../../../test/solanaKit.js'
import { mnemonic } from '../evm/accounts.js'
import { solanaAccounts } from './accounts.js'
import { solanaChainId, solanaGenesisHash, solanaTokens } from './localSolana.js'
import { mintSecret } from './operator.js'

describe('local Solana', () => {
  it('behavior: the chain and its tokens are called by their names', () => {
    expect(solanaGenesisHash).toBe(base58.encode(createHash('sha256').update('latchkey local solana').digest()))
    expect(solanaChainId).toBe(`solana:${solanaGenesisHash.slice(0, 32)}`)
    for (const { address, symbol } of solanaTokens) {
      expect(base58.encode(ed25519.getPublicKey(mintSecret(symbol)))).toBe(address)
    }
  })

  it('behavior: the accounts are those of the phrase', async () => {
    expect(solanaAccounts).toHaveLength(10)
    for (const [index, { address, privateKey }] of solanaAccounts.entries()) {
      expect((await localSigner(index)).address).toBe(address)
      expect(slip10([44, 501, index, 0])).toBe(privateKey)
    }
  })
})

/** @see https://github.com/satoshilabs/slips/blob/master/slip-0010.md */
function slip10(path: readonly number[]): string {
  const hmac = (key: string | Buffer, data: Uint8Array) => createHmac('sha512', key).update(data).digest()
  const root = hmac('ed25519 seed', mnemonicToSeedSync(mnemonic))
  const leaf = path.reduce((node, number) => {
    const index = Buffer.alloc(4)
    index.writeUInt32BE(0x8000_0000 + number)
    return hmac(node.subarray(32), Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), index]))
  }, root)
  return leaf.subarray(0, 32).toString('hex')
}
