import type { ReadContext, TransactionRequest, Transfer, TransferQuote } from '@latchkey/core'
import { formatAmount } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { base64 } from '@scure/base'
import type { Address, Instruction } from '@solana/kit'
import { type ChainAccount, getAccounts, getRent } from '../reads/chainAccounts.js'
import { readMint } from '../reads/mint.js'
import { associatedTokenProgram, systemProgram, token2022Program, tokenProgram } from '../reads/programs.js'
import { getTokenAccounts, type TokenAccount } from '../reads/reads.js'
import { askValue, badAnswer, type Nodes, toInteger } from '../reads/rpc.js'
import { toTransactionError } from '../reads/toSolanaError.js'
import { createTokenAccount, transferChecked, transferSol } from './instructions.js'
import * as kit from './kit.js'
import { compile, getLifetime } from './message.js'
import { getBid } from './priorityFee.js'
import { simulate } from './simulate.js'

/** A transfer with all that the chain says about it; amounts in lamports. */
type Plan = {
  readonly instructions: readonly Instruction[]
  readonly nativeBalance: bigint
  /** What leaves the sender besides the fee: the amount itself, or the rent of an account for the receiver. */
  readonly spent: bigint
  /** What a plain account must hold if it holds anything. */
  readonly keep: bigint
  /** What must be there besides amount and fee. */
  readonly reserve: bigint
}

/** More accounts than this for one token do not fit into one transaction. */
const mostSources = 8

/**
 * What a transfer costs, asked of the node. The reserve is the rent of an account for the receiver, where one must be made, and
 * what has to stay with the sender: an account with less would be refused by the chain.
 */
export async function quoteTransfer(nodes: Nodes, context: ReadContext, transfer: Transfer): Promise<TransferQuote> {
  const plan = await planOf(nodes, context, transfer)
  const { fee, bid } = await withFee(nodes, context, transfer.from, plan)
  // What others pay may rise by a quarter until it is sent.
  return { fee: fee + (bid + 3n) / 4n, nativeBalance: plan.nativeBalance, reserve: plan.reserve }
}

/** The unsigned transaction as wire bytes, once the node says that it would go through. */
export async function toTransaction(
  nodes: Nodes,
  context: ReadContext,
  transfer: Transfer,
): Promise<TransactionRequest> {
  const plan = await planOf(nodes, context, transfer)
  const { fee, wire } = await withFee(nodes, context, transfer.from, plan)
  const { maxFee } = transfer
  if (maxFee !== undefined && fee > maxFee) {
    throw new LatchkeyError(
      'FEE_CAP_TOO_LOW',
      `The network fee has risen above the ${sol(maxFee)} SOL that were shown.`,
      { details: `${fee} lamports now` },
    )
  }
  const left = plan.nativeBalance - plan.spent - fee
  if (left < 0n) {
    throw new LatchkeyError(
      'INSUFFICIENT_FUNDS',
      'The account does not hold enough SOL for the amount, the network fee and the rent of a new account.',
      { details: `${-left} lamports are missing` },
    )
  }
  if (left > 0n && left < plan.keep) {
    throw new LatchkeyError(
      'INSUFFICIENT_FUNDS',
      `Too little SOL would be left for rent: at least ${sol(plan.keep)} SOL must stay in the account.`,
      { hints: ['Send less, or all of it.'] },
    )
  }
  await rehearse(nodes, context, wire)
  return { bytes: wire }
}

async function planOf(nodes: Nodes, context: ReadContext, transfer: Transfer): Promise<Plan> {
  if (transfer.amount <= 0n || transfer.amount >= 1n << 64n)
    throw new LatchkeyError('INVALID_AMOUNT', 'The amount does not fit a transfer.')
  return transfer.token === undefined
    ? planCoin(nodes, context, transfer)
    : planToken(nodes, context, transfer, transfer.token)
}

async function planCoin(nodes: Nodes, context: ReadContext, { from, to, amount }: Transfer): Promise<Plan> {
  const [[sender, receiver], keep] = await Promise.all([
    getAccounts(nodes, context, [from, to]),
    getRent(nodes, context, 0),
  ])
  checkReceiver(receiver)
  const nativeBalance = sender?.lamports ?? 0n
  if (amount > nativeBalance) throw notEnough('the amount')
  const received = (receiver?.lamports ?? 0n) + amount
  if (received < keep) {
    throw new LatchkeyError(
      'INVALID_AMOUNT',
      `The receiver’s account does not exist yet: send at least ${sol(keep)} SOL, which the network demands as its rent.`,
    )
  }
  return { instructions: [transferSol(from, to, amount)], nativeBalance, spent: amount, keep, reserve: keep }
}

async function planToken(
  nodes: Nodes,
  context: ReadContext,
  { from, to, amount }: Transfer,
  token: string,
): Promise<Plan> {
  const [one, other] = await Promise.all([
    associatedAddress(to, token, tokenProgram),
    associatedAddress(to, token, token2022Program),
  ])
  const [[mintAccount, sender, receiver, oneAccount, otherAccount], keep] = await Promise.all([
    getAccounts(nodes, context, [token, from, to, one, other]),
    getRent(nodes, context, 0),
  ])
  checkReceiver(receiver)
  const { program, decimals, accountSize } = readMint(mintAccount)
  const isFirst = program === tokenProgram
  const destination = isFirst ? one : other
  const isNew = (isFirst ? oneAccount : otherAccount)?.owner !== program
  const [held, rent] = await Promise.all([
    getTokenAccounts(nodes, context, from, { mint: token }),
    isNew ? getRent(nodes, context, accountSize) : 0n,
  ])
  const sources = chooseSources(held, amount)
  const instructions = sources.map((source) =>
    transferChecked({
      program,
      source: source.address,
      mint: token,
      destination,
      owner: from,
      amount: source.taken,
      decimals,
    }),
  )
  const creation = createTokenAccount({ payer: from, account: destination, owner: to, mint: token, program })
  return {
    instructions: isNew ? [creation, ...instructions] : instructions,
    nativeBalance: sender?.lamports ?? 0n,
    spent: rent,
    keep,
    reserve: rent + keep,
  }
}

/** Tokens may lie in several accounts of one owner: the fullest give first, until there is enough. */
function chooseSources(held: readonly TokenAccount[], amount: bigint): { address: string; taken: bigint }[] {
  const usable = held.filter((account) => !account.isFrozen && account.amount > 0n)
  const chosen: { address: string; taken: bigint }[] = []
  let missing = amount
  for (const account of usable.toSorted((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1))) {
    if (missing === 0n || chosen.length === mostSources) break
    const taken = account.amount < missing ? account.amount : missing
    chosen.push({ address: account.address, taken })
    missing -= taken
  }
  if (missing === 0n) return chosen
  if (held.some(({ isFrozen }) => isFrozen))
    throw new LatchkeyError('INSUFFICIENT_FUNDS', 'The issuer of this token has frozen what the account holds of it.')
  throw notEnough('the amount of this token')
}

/** What is sent to a program or to the account of a token does not reach a person. */
function checkReceiver(receiver: ChainAccount | undefined): void {
  if (receiver === undefined || (receiver.owner === systemProgram && !receiver.isProgram)) return
  const isTokenAccount = receiver.owner === tokenProgram || receiver.owner === token2022Program
  throw new LatchkeyError(
    'INVALID_ADDRESS',
    isTokenAccount
      ? 'This is the address of a token or of a token account, not of a wallet.'
      : 'This is the address of a program or of its data, not of a wallet.',
    { hints: ['Ask the receiver for the address of their wallet.'] },
  )
}

async function associatedAddress(owner: string, mint: string, program: string): Promise<string> {
  const encoder = kit.getAddressEncoder()
  const [address] = await kit.getProgramDerivedAddress({
    programAddress: associatedTokenProgram as Address,
    seeds: [owner, program, mint].map((seed) => encoder.encode(seed as Address)),
  })
  return address
}

/** The fee of a plan's message with what is bid in it, and its bytes with the blockhash that the node priced. */
async function withFee(
  nodes: Nodes,
  context: ReadContext,
  payer: string,
  { instructions }: Plan,
): Promise<{ fee: bigint; bid: bigint; wire: Uint8Array }> {
  const writable = [...new Set([payer, ...instructions.flatMap(writtenBy)])]
  // Nodes behind one address do not all learn of a blockhash at once, so one that does not know it yet is asked with another.
  for (let turn = 0; turn < 2; turn++) {
    const lifetime = await getLifetime(nodes, context)
    const bid = await getBid(nodes, context, { payer, writable, instructions, lifetime })
    const { wire, message } = compile(payer, [...bid.instructions, ...instructions], lifetime)
    const options = { commitment: 'confirmed' }
    const fee = await askValue(nodes, context, 'getFeeForMessage', [base64.encode(message), options])
    if (fee !== null) return { fee: toInteger(fee), bid: bid.fee, wire }
  }
  throw badAnswer()
}

function writtenBy({ accounts = [] }: Instruction): readonly string[] {
  return accounts.filter(({ role }) => kit.isWritableRole(role)).map(({ address }) => address)
}

/** Lets the node run the transaction without sending it, so that no wallet is asked for what must fail. */
async function rehearse(nodes: Nodes, context: ReadContext, wire: Uint8Array): Promise<void> {
  // A node that lets nobody try still refuses what cannot work when it is sent.
  const trial = await simulate(nodes, context, wire)
  if (trial?.error !== undefined) throw toTransactionError(trial.error, trial.logs)
}

function notEnough(what: string): LatchkeyError {
  return new LatchkeyError('INSUFFICIENT_FUNDS', `The account does not hold enough for ${what}.`)
}

function sol(lamports: bigint): string {
  return formatAmount(lamports, 9)
}
