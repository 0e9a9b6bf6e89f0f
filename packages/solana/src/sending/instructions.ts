import type { AccountRole, Address, Instruction } from '@solana/kit'
import { associatedTokenProgram, computeBudgetProgram, systemProgram } from '../reads/programs.js'
import * as kit from './kit.js'

/** Moves lamports between plain accounts. @see https://docs.rs/solana-system-interface */
export function transferSol(from: string, to: string, lamports: bigint): Instruction {
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, lamports, true)
  return instruction(systemProgram, data, [
    [from, kit.AccountRole.WRITABLE_SIGNER],
    [to, kit.AccountRole.WRITABLE],
  ])
}

/** Moves tokens, and has the program check that mint and decimals are the ones that were meant. */
export function transferChecked(parts: {
  readonly program: string
  readonly source: string
  readonly mint: string
  readonly destination: string
  readonly owner: string
  readonly amount: bigint
  readonly decimals: number
}): Instruction {
  const data = new Uint8Array(10)
  const view = new DataView(data.buffer)
  view.setUint8(0, 12)
  view.setBigUint64(1, parts.amount, true)
  view.setUint8(9, parts.decimals)
  return instruction(parts.program, data, [
    [parts.source, kit.AccountRole.WRITABLE],
    [parts.mint, kit.AccountRole.READONLY],
    [parts.destination, kit.AccountRole.WRITABLE],
    [parts.owner, kit.AccountRole.READONLY_SIGNER],
  ])
}

/** Creates the token account of an address if it has none yet; the payer holds nothing of it. */
export function createTokenAccount(parts: {
  readonly payer: string
  readonly account: string
  readonly owner: string
  readonly mint: string
  readonly program: string
}): Instruction {
  return instruction(associatedTokenProgram, new Uint8Array([1]), [
    [parts.payer, kit.AccountRole.WRITABLE_SIGNER],
    [parts.account, kit.AccountRole.WRITABLE],
    [parts.owner, kit.AccountRole.READONLY],
    [parts.mint, kit.AccountRole.READONLY],
    [systemProgram, kit.AccountRole.READONLY],
    [parts.program, kit.AccountRole.READONLY],
  ])
}

/** How much work the transaction may be, in compute units. @see https://docs.rs/solana-compute-budget-interface */
export function setComputeUnitLimit(units: bigint): Instruction {
  const data = new Uint8Array(5)
  const view = new DataView(data.buffer)
  view.setUint8(0, 2)
  view.setUint32(1, Number(units), true)
  return instruction(computeBudgetProgram, data, [])
}

/** What is paid for each compute unit, in millionths of a lamport. */
export function setComputeUnitPrice(price: bigint): Instruction {
  const data = new Uint8Array(9)
  const view = new DataView(data.buffer)
  view.setUint8(0, 3)
  view.setBigUint64(1, price, true)
  return instruction(computeBudgetProgram, data, [])
}

function instruction(
  program: string,
  data: Uint8Array,
  accounts: readonly (readonly [string, AccountRole])[],
): Instruction {
  return {
    programAddress: program as Address,
    accounts: accounts.map(([address, role]) => ({ address: address as Address, role })),
    data,
  }
}
