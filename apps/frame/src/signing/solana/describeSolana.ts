import { visibleText } from '@latchkey/protocol/internal/text'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import type { SolanaTrial } from '../../chains/simulateSolana.js'
import type { Approval, ApprovalRow, FrameChain } from '../../types.js'
import { writeAmount } from '../amounts.js'
import { addressRow, codeRow, receiverRow, type SigningContext, toApproval } from '../signingContext.js'
import { textOf } from '../text.js'
import type { SolanaInstruction, SolanaMessage } from './solanaMessage.js'

const programs: { readonly [address: string]: string } = {
  '11111111111111111111111111111111': 'System',
  TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA: 'Token',
  TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb: 'Token 2022',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Associated token account',
  ComputeBudget111111111111111111111111111111: 'Compute budget',
  MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr: 'Memo',
  Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo: 'Memo',
}

type Words = {
  readonly title: string
  readonly headline?: string
  readonly rows: readonly ApprovalRow[]
  readonly danger?: readonly string[]
  readonly warnings?: readonly string[]
  /** Nothing to look at twice: it belongs to the way transactions are built. */
  readonly isPlumbing?: boolean
  /** Its bytes are of no kind that is known here. */
  readonly isUnread?: boolean
}

/**
 * Describes what one or several Solana transactions do, from the very bytes that are signed.
 *
 * @param transactions - Their messages, read and as bytes, and what a node says that they would do.
 * @param context - Where they are signed.
 * @param isSent - Whether they are sent at once.
 * @returns What is shown.
 */
export function describeSolana(
  transactions: readonly {
    readonly message: SolanaMessage
    readonly bytes: Uint8Array
    readonly trial?: SolanaTrial | undefined
  }[],
  context: SigningContext,
  isSent: boolean,
): Approval {
  const parts = transactions.map(({ message }) =>
    message.instructions.map((each) => describeInstruction(each, context)),
  )
  const telling = parts.flat().filter(({ isPlumbing }) => !isPlumbing)
  const many = transactions.length > 1
  const warnings = new Set(telling.flatMap((words) => words.warnings ?? []))
  for (const { message } of transactions) {
    const [first] = message.instructions
    if (first?.program === system && numberOf(first.data, 0, 4) === 4n) {
      warnings.add('This stays valid for ever once it is signed, until its counter is moved on.')
    }
    if (message.usesLookupTables)
      warnings.add('Some accounts are named only by a table on the network, which could not be read.')
    if (message.feePayer !== context.account) warnings.add('Somebody else pays the fee.')
  }
  let isUnsure = telling.some(({ isUnread }) => isUnread)
  for (const { trial } of transactions) {
    if (trial?.failure === undefined && trial) continue
    isUnsure = true
    warnings.add(
      trial
        ? `The network expects this to fail: ${trial.failure}.`
        : 'This could not be simulated, so its effects are unknown.',
    )
  }
  // What a page is given it can send to whichever network its block is of.
  if (!isSent && context.chain.isTestnet)
    warnings.add('Nothing in this names a network. Read it as if it were for the main one.')
  // The sum of all, for each may be signed and sent.
  const bid = transactions.reduce((sum, { message }) => sum + bidOf(message), 0n)
  const number = (at: number, label: string) => (telling.length > 1 ? `${at + 1}. ${label}` : label)
  const only = telling.length === 1 ? telling[0] : undefined
  const verb = isSent ? 'Send' : 'Sign'
  const danger = [...new Set(telling.flatMap((words) => words.danger ?? []))]
  if (bid >= highBid) danger.push('The extra fee for speed is far more than is usual. Nobody gives it back.')
  if (transactions.some(({ trial }) => trial?.isHandedOver)) danger.push(handedOver)
  return toApproval(context, {
    action: many ? `${verb} all ${transactions.length}` : only?.headline ? `${verb} ${only.headline}` : verb,
    title: many ? `${verb} ${transactions.length} transactions` : (only?.title ?? `${verb} a transaction`),
    danger,
    warnings: [...warnings],
    ...(only?.headline ? { headline: { text: only.headline } } : {}),
    rows: telling
      .flatMap((words, at) => [
        ...(only ? [] : [{ label: number(at, words.title), value: words.headline ?? '', form: 'sum' as const }]),
        ...words.rows.map((row) => ({ ...row, label: number(at, row.label) })),
      ])
      .concat(
        transactions.flatMap(({ trial }, at) =>
          trial && trial.failure === undefined
            ? changesOf(trial, context.chain).map((row) => (many ? { ...row, label: `${at + 1}. ${row.label}` } : row))
            : [],
        ),
        bid === 0n
          ? []
          : {
              label: 'Extra fee for speed, at most',
              value: `${writeAmount(bid, 9)} SOL`,
              ...(bid >= highBid ? { tone: 'danger' as const } : {}),
            },
      ),
    details: transactions.flatMap(({ message, bytes }, at) => {
      const label = (text: string) => (many ? `Transaction ${at + 1}: ${text}` : text)
      return [
        addressRow(label('Fee is paid by'), message.feePayer),
        ...message.instructions.map(({ program, data }) =>
          codeRow(label(programs[program] ?? program), data.length === 0 ? '(no data)' : `0x${bytesToHex(data)}`),
        ),
        ...message.instructions
          .filter(({ accounts }) => accounts.length > 0)
          .map(({ program, accounts }) =>
            codeRow(label(`Accounts for ${programs[program] ?? program}`), accounts.join('\n')),
          ),
        codeRow(label('Recent block'), message.recentBlockhash),
        codeRow(label('SHA-256 of what is signed'), bytesToHex(sha256(bytes))),
      ]
    }),
    needsSecondLook: danger.length > 0 || many || isUnsure,
  })
}

const handedOver = 'This hands an account over to a program, with all that it holds. You cannot take it back.'

function changesOf({ sol, tokens, delegates }: SolanaTrial, chain: FrameChain): ApprovalRow[] {
  const write = (mint: string, amount: bigint) => {
    const known = chain.tokens.find(({ address }) => address === mint)
    return known
      ? `${writeAmount(amount, known.decimals)} ${known.symbol}`
      : `${writeAmount(amount, 0)} units of ${mint}`
  }
  const row = (change: bigint, value: string): ApprovalRow => ({
    label: change < 0n ? 'You send (simulated)' : 'You receive (simulated)',
    value,
    form: 'sum',
    change: change < 0n ? 'out' : 'in',
  })
  const size = (change: bigint) => (change < 0n ? -change : change)
  const moved = [
    ...(sol === 0n ? [] : [row(sol, `${writeAmount(size(sol), 9)} SOL`)]),
    ...tokens.map(({ mint, change }) => row(change, write(mint, size(change)))),
  ].sort((one, two) => two.label.localeCompare(one.label))
  return [
    ...(moved.length > 0 ? moved : [{ label: 'Simulated result', value: 'Nothing of yours moves' }]),
    ...delegates.map(({ mint, delegate, amount }) => ({
      label: 'Others could take',
      value: `${write(mint, amount)} by ${delegate}`,
      tone: 'warning' as const,
    })),
  ]
}

const system = '11111111111111111111111111111111'
/** Lamports; far above what a place in the next block has cost on the busiest days. */
const highBid = 50_000_000n

/** Lamports that a transaction pays for coming sooner: a price in millionths for each unit of work that it may take. */
function bidOf({ instructions }: SolanaMessage): bigint {
  const budget = instructions.filter(({ program }) => programs[program] === 'Compute budget').map(({ data }) => data)
  // The network reads no further than it needs.
  const price = budget.find((data) => data[0] === 3 && data.length >= 9)
  if (!price) return 0n
  const limit = budget.find((data) => data[0] === 2 && data.length >= 5)
  const asked = limit ? numberOf(limit, 1, 4) : 200_000n * BigInt(instructions.length - budget.length)
  const units = asked < 1_400_000n ? asked : 1_400_000n
  return (units * numberOf(price, 1, 8) + 999_999n) / 1_000_000n
}

function describeInstruction(instruction: SolanaInstruction, context: SigningContext): Words {
  switch (programs[instruction.program]) {
    case 'System':
      return describeSystem(instruction) ?? unknown(instruction)
    case 'Token':
    case 'Token 2022':
      return describeToken(instruction, context) ?? unknown(instruction)
    case 'Compute budget':
      return { title: 'Limit of work', rows: [], isPlumbing: true }
    case 'Associated token account':
      return {
        title: 'Open a token account',
        rows: [addressRow('For', instruction.accounts[2] ?? ''), addressRow('Token', instruction.accounts[3] ?? '')],
      }
    case 'Memo':
      return {
        title: 'Note',
        rows: [{ label: 'Text', value: visibleText(textOf(instruction.data) ?? '(unreadable)') }],
      }
    default:
      return unknown(instruction)
  }
}

// Programs read no further than they need, so bytes behind change nothing.
function describeSystem({ data, accounts }: SolanaInstruction): Words | undefined {
  const sol = (amount: bigint) => `${writeAmount(amount, 9)} SOL`
  const kind = data.length >= 4 ? numberOf(data, 0, 4) : undefined
  if (kind === 2n && data.length >= 12 && accounts.length >= 2) {
    const sum = sol(numberOf(data, 4, 8))
    return {
      title: 'Send SOL',
      headline: sum,
      rows: [receiverRow('To', accounts[1] ?? ''), addressRow('From', accounts[0] ?? '')],
    }
  }
  if (kind === 4n) return { title: 'Use a durable number', rows: [], isPlumbing: true }
  if (kind === 0n && data.length >= 52) {
    return {
      title: 'Open an account',
      headline: sol(numberOf(data, 4, 8)),
      rows: [
        receiverRow('New account', accounts[1] ?? ''),
        addressRow('Of the program', base58.encode(data.subarray(20, 52))),
      ],
      warnings: ['What is put into the new account belongs to its controller.'],
    }
  }
  if (kind === 1n && data.length >= 36) {
    return {
      title: 'Give an account to a program',
      rows: [addressRow('Account', accounts[0] ?? ''), newOwner(data, 4)],
      danger: [handedOver],
    }
  }
  return undefined
}

function describeToken(
  { data, accounts }: SolanaInstruction,
  { chain, account: own }: SigningContext,
): Words | undefined {
  const kind = data[0]
  const account = (at: number) => accounts[at] ?? ''
  // Transfer names no token; its checked form names it and its decimals, which the network compares.
  if (kind === 3 && data.length >= 9) {
    const sum = `${writeAmount(numberOf(data, 1, 8), 0)} units`
    return {
      title: 'Send tokens',
      headline: sum,
      rows: [addressRow('From token account', account(0)), receiverRow('To token account', account(1))],
      warnings: ['Which token is sent cannot be seen here, so the amount is in its smallest unit.'],
    }
  }
  if (kind === 12 && data.length >= 10) {
    const mint = account(1)
    const known = chain.tokens.find(({ address }) => address === mint)
    const isRight = known?.decimals === data[9]
    const amount = numberOf(data, 1, 8)
    const sum =
      known && isRight ? `${writeAmount(amount, known.decimals)} ${known.symbol}` : `${writeAmount(amount, 0)} units`
    return {
      title: known ? `Send ${known.symbol}` : 'Send tokens',
      headline: sum,
      rows: [
        addressRow('From token account', account(0)),
        receiverRow('To token account', account(2)),
        addressRow(known ? `${known.name} token` : 'Unknown token', mint, known ? undefined : 'warning'),
      ],
      warnings: known ? [] : ['This token is not known here, so the amount is in its smallest unit.'],
    }
  }
  if ((kind === 4 && data.length >= 9) || (kind === 13 && data.length >= 10)) {
    const amount = numberOf(data, 1, 8)
    const isEndless = amount >= 1n << 63n
    return {
      title: 'Allow spending of tokens',
      headline: isEndless ? 'Unlimited' : `${writeAmount(amount, 0)} units`,
      rows: [
        addressRow('Spender', account(kind === 4 ? 1 : 2), isEndless ? 'danger' : 'warning'),
        addressRow('From token account', account(0)),
      ],
      ...(isEndless
        ? { danger: ['This lets somebody else spend all tokens of this kind, now and later.'] }
        : { warnings: ['The spender can take this sum at any time, without asking again.'] }),
    }
  }
  if (kind === 5) {
    return { title: 'Revoke a permission', rows: [addressRow('Token account', account(0))] }
  }
  if (kind === 6) {
    return {
      title: 'Give away a token account',
      rows: [addressRow('Token account', account(0)), ...(data[2] === 1 ? [newOwner(data, 3)] : [])],
      danger: ['This gives somebody else control of a token account or of a token itself. You cannot take it back.'],
    }
  }
  if (kind === 9) {
    return {
      title: 'Close a token account',
      rows: [addressRow('Token account', account(0)), receiverRow('What is left goes to', account(1))],
      // Wrapped SOL is what is left in its account.
      ...(account(1) === own ? {} : { danger: ['All SOL that is in the account goes to somebody else.'] }),
    }
  }
  return undefined
}

function newOwner(data: Uint8Array, at: number): ApprovalRow {
  return addressRow('New owner', base58.encode(data.subarray(at, at + 32)), 'danger')
}

function unknown({ program, accounts, data }: SolanaInstruction): Words {
  return {
    title: 'Call a program',
    isUnread: true,
    rows: [
      addressRow('Program', program),
      codeRow('First bytes', data.length === 0 ? '(no data)' : `0x${bytesToHex(data.subarray(0, 16))}`),
      { label: 'Accounts it is given', value: String(accounts.length) },
    ],
    warnings: ['This call cannot be read. Continue only if you trust the site.'],
  }
}

// Little-endian, without a sign.
function numberOf(bytes: Uint8Array, at: number, size: number): bigint {
  return bytes.subarray(at, at + size).reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)
}
