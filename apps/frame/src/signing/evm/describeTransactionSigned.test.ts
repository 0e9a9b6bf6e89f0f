import fc from 'fast-check'
import { keccak256, recoverTransactionAddress, serializeTransaction, toHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { context } from '../../../test/signingContext.js'
import { signEvmTransaction } from '../../worker/evm.js'
import { addressesOf, keysOfSeed } from '../../worker/keys.js'
import { describeTransaction } from './describeTransaction.js'
import { checksummed } from './evmAddress.js'
import { type EvmTransaction, mostFee, readTransaction, writeTransaction } from './evmTransaction.js'

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })
const word = fc.bigInt({ min: 0n, max: 2n ** 96n })
const anyTransaction: fc.Arbitrary<EvmTransaction> = fc.record({
  chainId: fc.constant(31337),
  nonce: fc.nat(),
  gas: fc.bigInt({ min: 0n, max: 2n ** 40n }),
  fees: fc.oneof(
    fc.record({ maxFeePerGas: word, maxPriorityFeePerGas: fc.constant(0n) }),
    fc.record({ gasPrice: word }),
  ),
  to: fc.option(
    bytes(20).map((each) => checksummed(toHex(each))),
    { nil: undefined },
  ),
  value: word,
  data: fc.uint8Array({ maxLength: 300 }),
  accessList: fc.constant([]),
})

describe('describeTransaction of any transaction', () => {
  it('SEC-X-01 the hash that is shown is the hash that is signed, and the screen is made of those bytes', async () => {
    const keys = keysOfSeed(new Uint8Array(64).fill(9))
    const { eip155 } = addressesOf(keys)
    await fc.assert(
      fc.asyncProperty(anyTransaction, async (each) => {
        const unsigned = writeTransaction(each)
        const approval = describeTransaction(unsigned, context)
        const hash = approval.details.find(({ label }) => label === 'Hash that is signed')?.value
        const { fees, to, accessList, data, ...rest } = each
        const common = { ...rest, data: toHex(data), ...(to ? { to: to as `0x${string}` } : {}) }
        const twin =
          'gasPrice' in fees
            ? serializeTransaction({ ...common, type: 'legacy', gasPrice: fees.gasPrice })
            : serializeTransaction({ ...common, type: 'eip1559', ...fees, accessList: [] })
        expect(hash).toBe(keccak256(twin))
        const signed = signEvmTransaction(keys.evm, unsigned, 31337) as `0x02${string}`
        expect(await recoverTransactionAddress({ serializedTransaction: signed })).toBe(eip155)
        expect(readTransaction(unsigned)).toEqual(each)
        const text = JSON.stringify(approval)
        if (to) expect(text).toContain(to)
        expect(approval.rows.some(({ label }) => label === 'Network fee, at most')).toBe(true)
        expect(mostFee(readTransaction(unsigned))).toBe(mostFee(each))
      }),
    )
  })
})
