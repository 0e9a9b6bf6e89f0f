import { base58 } from '@scure/base'
import {
  type Address,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
} from '@solana/kit'
import { getTransferSolInstruction, parseTransferSolInstruction } from '@solana-program/system'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  parseTransferCheckedInstruction,
} from '@solana-program/token'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { token2022Program, tokenProgram } from '../reads/programs.js'
import {
  createTokenAccount,
  setComputeUnitLimit,
  setComputeUnitPrice,
  transferChecked,
  transferSol,
} from './instructions.js'

const addresses = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.encode(bytes) as Address)
const amounts = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const programs = fc.constantFrom(tokenProgram, token2022Program).map((program) => program as Address)

/** What goes over the wire of an instruction, by any author. */
function wire({ programAddress, accounts = [], data = new Uint8Array() }: Instruction) {
  return {
    programAddress,
    accounts: accounts.map(({ address, role }) => ({ address, role })),
    data: Array.from(data),
  }
}

describe('the instructions of a transfer', () => {
  it('property: SOL, byte for byte as the client of the system program writes it', () => {
    fc.assert(
      fc.property(addresses, addresses, amounts, (from, to, amount) => {
        const own = transferSol(from, to, amount)
        expect(wire(own)).toEqual(
          wire(getTransferSolInstruction({ source: createNoopSigner(from), destination: to, amount })),
        )
        expect(parseTransferSolInstruction(own as never).data.amount).toBe(amount)
      }),
    )
  })

  it('property: tokens, byte for byte as the client of the token program writes them', () => {
    const parts = fc.record({
      program: programs,
      source: addresses,
      mint: addresses,
      destination: addresses,
      owner: addresses,
      amount: amounts,
      decimals: fc.integer({ min: 0, max: 255 }),
    })
    fc.assert(
      fc.property(parts, ({ program, owner, ...more }) => {
        const own = transferChecked({ program, owner, ...more })
        const theirs = getTransferCheckedInstruction(
          { ...more, authority: createNoopSigner(owner) },
          { programAddress: program },
        )
        expect(wire(own)).toEqual(wire(theirs))
        expect(parseTransferCheckedInstruction(own as never).data).toMatchObject({
          amount: more.amount,
          decimals: more.decimals,
        })
      }),
    )
  })

  it('property: an account for a token, byte for byte as the client of its program writes it', () => {
    const parts = fc.record({
      payer: addresses,
      account: addresses,
      owner: addresses,
      mint: addresses,
      program: programs,
    })
    fc.assert(
      fc.property(parts, ({ payer, account, owner, mint, program }) => {
        const theirs = getCreateAssociatedTokenIdempotentInstruction({
          payer: createNoopSigner(payer),
          ata: account,
          owner,
          mint,
          tokenProgram: program,
        })
        expect(wire(createTokenAccount({ payer, account, owner, mint, program }))).toEqual(wire(theirs))
      }),
    )
  })

  it('property: work and its price, byte for byte as the library of the network writes them', () => {
    const empty = createTransactionMessage({ version: 'legacy' })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_400_000 }), amounts, (units, price) => {
        const theirs = setTransactionMessageComputeUnitPrice(price, setTransactionMessageComputeUnitLimit(units, empty))
        expect([setComputeUnitLimit(BigInt(units)), setComputeUnitPrice(price)].map(wire)).toEqual(
          theirs.instructions.map(wire),
        )
      }),
    )
  })
})
