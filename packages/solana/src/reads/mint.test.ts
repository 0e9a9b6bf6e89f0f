import { none, some } from '@solana/kit'
import { AccountState, getMintEncoder, getTokenEncoder } from '@solana-program/token'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMint } from './mint.js'
import { systemProgram, token2022Program, tokenProgram } from './programs.js'

const authority = '11111111111111111111111111111112' as never
const mint = (decimals: number, isInitialized = true) =>
  Uint8Array.from(
    getMintEncoder().encode({
      mintAuthority: some(authority),
      supply: 7n,
      decimals,
      isInitialized,
      freezeAuthority: none(),
    }),
  )
const account = (owner: string, data: Uint8Array) => ({ lamports: 1n, owner, data, isProgram: false })

/** A mint of Token-2022 with extensions: padded to the size of an account, a byte that says what it is, then type, length, value. */
function extended(decimals: number, extensions: readonly (readonly [number, Uint8Array])[], kind = 1): Uint8Array {
  const parts = extensions.flatMap(([type, value]) => [
    type & 255,
    type >> 8,
    value.length & 255,
    value.length >> 8,
    ...value,
  ])
  const padded = new Uint8Array(165)
  padded.set(mint(decimals))
  return Uint8Array.from([...padded, kind, ...parts])
}

describe('readMint', () => {
  it('behavior: reads decimals, and how large an account of the token is', () => {
    expect(readMint(account(tokenProgram, mint(6)))).toEqual({ program: tokenProgram, decimals: 6, accountSize: 165 })
    expect(readMint(account(token2022Program, mint(9)))).toEqual({
      program: token2022Program,
      decimals: 9,
      accountSize: 170,
    })
    const fees = extended(2, [
      [1, new Uint8Array(108)],
      [3, new Uint8Array(32)],
    ])
    expect(readMint(account(token2022Program, fees))).toMatchObject({ decimals: 2, accountSize: 182 })
  })

  it('error: a token that stays with its owner, or that runs a program of its own, is refused before anything is sent', () => {
    const refused = expect.objectContaining({ code: 'INVALID_REQUEST' })
    expect(() => readMint(account(token2022Program, extended(0, [[9, new Uint8Array()]])))).toThrow(refused)
    const hook = new Uint8Array(64).fill(7, 32)
    expect(() => readMint(account(token2022Program, extended(0, [[14, hook]])))).toThrow(refused)
    const unused = new Uint8Array(64).fill(7, 0, 32)
    expect(readMint(account(token2022Program, extended(0, [[14, unused]])))).toMatchObject({ accountSize: 175 })
  })

  it.each([
    ['nothing', undefined],
    ['an account of another program', account(systemProgram, mint(6))],
    ['a mint that was never made', account(tokenProgram, mint(6, false))],
    ['no data', account(tokenProgram, new Uint8Array())],
    [
      'an account that holds tokens',
      account(
        tokenProgram,
        Uint8Array.from(
          getTokenEncoder().encode({
            mint: authority,
            owner: authority,
            amount: 1n,
            delegate: none(),
            state: AccountState.Initialized,
            isNative: none(),
            delegatedAmount: 0n,
            closeAuthority: none(),
          }),
        ),
      ),
    ],
    ['an account of Token-2022 that holds tokens', account(token2022Program, extended(6, [[2, new Uint8Array(8)]], 2))],
  ])('error: %s is no token', (_, given) => {
    expect(() => readMint(given)).toThrow(expect.objectContaining({ code: 'INVALID_ADDRESS' }))
  })

  it('property: bytes of any kind are read or refused with a code', () => {
    const tail = fc.uint8Array({ maxLength: 80 })
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          tail.map((rest) => Uint8Array.from([...extended(6, []), ...rest])),
        ),
        (data) => {
          try {
            expect(readMint(account(token2022Program, data)).accountSize).toBeGreaterThanOrEqual(170)
          } catch (error) {
            expect(error).toMatchObject({ name: 'LatchkeyError' })
          }
        },
      ),
    )
  })
})
