import { type AddressKind, readBitcoinAddress } from '@latchkey/protocol/internal/bitcoin'
import { Transaction } from '@scure/btc-signer'
import { describe, expect, it } from 'vitest'
import { createFakeBitcoin } from '../testing/createFakeBitcoin.js'
import { completePsbt, finishPsbt, ownInputs, writePsbt } from './psbt.js'
import { dustLimit, selectCoins, sweepFee } from './selectCoins.js'

const scripts = {
  p2pkh: Uint8Array.of(0x76, 0xa9, 20, ...new Uint8Array(20), 0x88, 0xac),
  p2sh: Uint8Array.of(0xa9, 20, ...new Uint8Array(20), 0x87),
  p2wpkh: Uint8Array.of(0, 20, ...new Uint8Array(20)),
  p2wsh: Uint8Array.of(0, 32, ...new Uint8Array(32)),
  p2tr: Uint8Array.of(0x51, 32, ...new Uint8Array(32)),
}
const kinds = Object.keys(scripts) as AddressKind[]

/** A repeatable source of numbers below a limit. */
function numbers(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state % limit
  }
}

describe('selectCoins', () => {
  it('the least that an output may hold depends on its kind', () => {
    expect(kinds.map((kind) => dustLimit(scripts[kind]))).toEqual([546n, 540n, 294n, 330n, 330n])
  })

  it('nothing is lost, nothing is dust, the fee is what was asked for, and no smaller set of coins would do', () => {
    const next = numbers(7)
    let paid = 0
    for (let round = 0; round < 2_000; round++) {
      const coins = Array.from({ length: 1 + next(12) }, () => ({ value: BigInt(1 + next(200_000)) }))
      const kind = kinds[next(5)] ?? 'p2wpkh'
      const to = scripts[kinds[next(5)] ?? 'p2wpkh']
      const rate = 1 + next(4_000) / 100
      const amount = BigInt(600 + next(400_000))
      const request = { coins, kind, to, from: scripts[kind], rate, amount }
      const selection = selectCoins(request)
      const sum = (list: readonly { value: bigint }[]) => list.reduce((total, { value }) => total + value, 0n)
      if (!selection) {
        expect(sum(coins.filter(({ value }) => value > 0n))).toBeLessThan(amount + sum(coins) + 1n)
        continue
      }
      paid += 1
      const { fee, change, weight } = selection
      expect(sum(selection.coins)).toBe(amount + fee + change)
      expect(change === 0n || change >= dustLimit(scripts[kind])).toBe(true)
      const least = BigInt(Math.ceil(Math.ceil(weight / 4) * rate))
      expect(fee >= least).toBe(true)
      // Without change the rest is at most what an output of its own would have cost, and less than could be held there.
      const spare = dustLimit(scripts[kind]) + BigInt(Math.ceil((9 + scripts[kind].length + 1) * rate)) + 1n
      expect(fee - least < (change > 0n ? 1n : spare)).toBe(true)
      const fewer = selection.coins.slice(0, -1)
      expect(sum(fewer) < amount + sweepFee({ coins: fewer, rate, kind, to }) || fewer.length === 0).toBe(true)
    }
    expect(paid).toBeGreaterThan(500)
  })

  it('everything can be sent: the whole balance less the fee of sending it leaves nothing', () => {
    const coins = [{ value: 70_000n }, { value: 30_000n }]
    const parts = { coins, kind: 'p2wpkh', rate: 3, to: scripts.p2tr } as const
    const amount = 100_000n - sweepFee(parts)
    const selection = selectCoins({ ...parts, from: scripts.p2wpkh, amount })
    expect(selection).toMatchObject({ coins, change: 0n, fee: sweepFee(parts) })
    expect(selectCoins({ ...parts, from: scripts.p2wpkh, amount: amount + 1n })).toBeUndefined()
  })

  it('a coin that costs more to spend than it holds is left alone', () => {
    const parts = { kind: 'p2wpkh', rate: 10, to: scripts.p2wpkh, from: scripts.p2wpkh, amount: 20_000n } as const
    expect(selectCoins({ ...parts, coins: [{ value: 21_000n }, { value: 500n }] })).toBeUndefined()
    expect(selectCoins({ ...parts, coins: [{ value: 21_000n }, { value: 5_000n }] })?.coins).toHaveLength(2)
  })

  it.each(['p2pkh', 'p2sh', 'p2wpkh', 'p2tr'] as const)(
    'the weight that is paid for is that of the signed transaction, for coins of %s',
    async (kind) => {
      const wallet = await createFakeBitcoin({ kind: kind === 'p2tr' ? 'p2wpkh' : kind })
      const address = kind === 'p2tr' ? wallet.ordinalAddress : wallet.address
      const script = readBitcoinAddress(address)?.script ?? new Uint8Array()
      const source = (index: number) => {
        const transaction = new Transaction({ allowUnknownOutputs: true })
        transaction.addOutput({ script, amount: 50_000n })
        transaction.addInput({ txid: new Uint8Array(32).fill(index + 1), index: 0, finalScriptSig: Uint8Array.of(0) })
        return transaction
      }
      const coins = [0, 1, 2].map((index) => ({ value: 50_000n, vout: 0, source: source(index) }))
      const selection = selectCoins({ coins, kind, rate: 2, to: scripts.p2pkh, from: script, amount: 120_000n })
      if (!selection) throw new Error('The coins suffice.')
      const inputs = selection.coins.map((coin) => ({
        ...coin,
        txid: coin.source.id,
        ...(kind === 'p2pkh' ? { previous: coin.source.hex } : {}),
      }))
      const outputs = [
        { script: scripts.p2pkh, amount: 120_000n },
        { script, amount: selection.change },
      ]
      const key = wallet.facts[kind === 'p2tr' ? wallet.accounts[1] : wallet.accounts[0]]?.publicKey
      const made = completePsbt(writePsbt({ inputs, script, outputs }), key)
      expect(() => ownInputs(made, scripts.p2wsh)).toThrow(expect.objectContaining({ code: 'INVALID_PARAMS' }))
      const signed = await wallet.provider.signPsbt({
        chainId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
        psbt: made,
        inputs: ownInputs(made, script).map((index) => ({ index, address })),
      })
      const { hex } = finishPsbt(made, signed.psbt)
      const { weight } = Transaction.fromRaw(Buffer.from(hex, 'hex'), { allowUnknownOutputs: true })
      // Signatures of ECDSA are now and then a byte or two shorter.
      expect(selection.weight).toBeGreaterThanOrEqual(weight)
      expect(selection.weight - weight).toBeLessThan(60)
    },
  )
})
