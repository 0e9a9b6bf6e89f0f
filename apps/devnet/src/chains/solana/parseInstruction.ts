import { base58 } from '@scure/base'
import { tokenPrograms } from './tokenPrograms.js'
import { uiTokenAmount } from './uiTokenAmount.js'
import type { CompiledInstruction } from './wireTransaction.js'

/** The program that moves lamports and makes accounts. */
export const systemProgram = '11111111111111111111111111111111'

/** The program whose instructions are a text. */
export const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

/** What an instruction does, where this node can read it. */
export type ReadInstruction = { readonly type: string; readonly info: { readonly [name: string]: unknown } }

/** Writes an instruction as `jsonParsed` answers do; one that this node cannot read keeps its data. */
export function parseInstruction(
  instruction: CompiledInstruction,
  keys: readonly string[],
  stackHeight: number,
): object {
  const programId = keys[instruction.programIdIndex] ?? systemProgram
  const accounts = instruction.accounts.map((index) => keys[index] ?? systemProgram)
  const data = instruction.data
  if (programId === memoProgram) {
    return { parsed: new TextDecoder().decode(data), program: 'spl-memo', programId, stackHeight }
  }
  const program = programId === systemProgram ? 'system' : tokenPrograms[programId]
  const parsed = programId === systemProgram ? readSystem(data, accounts) : program && readToken(data, accounts)
  return parsed
    ? { parsed, program, programId, stackHeight }
    : { accounts, data: base58.encode(data), programId, stackHeight }
}

/** Reads an instruction of the system program. @see https://docs.rs/solana-system-interface */
export function readSystem(data: Uint8Array, accounts: readonly string[]): ReadInstruction | undefined {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [source, destination] = accounts
  if (data.length === 12 && view.getUint32(0, true) === 2) {
    return { type: 'transfer', info: { destination, lamports: view.getBigUint64(4, true), source } }
  }
  if (data.length === 52 && view.getUint32(0, true) === 0) {
    const info = {
      lamports: view.getBigUint64(4, true),
      newAccount: destination,
      owner: base58.encode(data.slice(20, 52)),
      source,
      space: view.getBigUint64(12, true),
    }
    return { type: 'createAccount', info }
  }
  return undefined
}

/** Reads an instruction that moves or makes tokens. @see https://docs.rs/spl-token-interface */
export function readToken(data: Uint8Array, accounts: readonly string[]): ReadInstruction | undefined {
  const [kind] = data
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [first, second, third, fourth] = accounts
  if (kind === 3 && data.length === 9) {
    const amount = view.getBigUint64(1, true).toString()
    return { type: 'transfer', info: { amount, authority: third, destination: second, source: first } }
  }
  if (kind === 12 && data.length === 10) {
    const tokenAmount = uiTokenAmount(view.getBigUint64(1, true), view.getUint8(9))
    const info = {
      authority: fourth,
      destination: third,
      mint: second,
      source: first,
      tokenAmount,
    }
    return { type: 'transferChecked', info }
  }
  if (kind === 7 && data.length === 9) {
    const amount = view.getBigUint64(1, true).toString()
    return { type: 'mintTo', info: { account: second, amount, mint: first, mintAuthority: third } }
  }
  return undefined
}
