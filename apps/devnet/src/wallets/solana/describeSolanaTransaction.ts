import { base58, base64 } from '@scure/base'
import { solanaTokens } from '../../chains/solana/localSolana.js'
import { memoProgram, readSystem, readToken, systemProgram } from '../../chains/solana/parseInstruction.js'
import { tokenPrograms } from '../../chains/solana/tokenPrograms.js'
import { uiTokenAmount } from '../../chains/solana/uiTokenAmount.js'
import type { ApprovalText } from '../approvalText.js'
import { shortAddress } from '../describeApproval.js'
import { walletNode } from '../walletNode.js'
import type { AskedTransaction } from './readSolanaTransaction.js'

type Row = ApprovalText['rows'][number]
type Effect = { readonly amount?: string; readonly rows: readonly Row[]; readonly unreadable?: boolean }

const associatedTokenProgram = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111'

/**
 * Puts transactions into words, from the bytes that will be signed; the node is asked only whose a token account is, and what
 * the fee will be.
 *
 * @param asked - The transactions.
 * @param network - Its name, and the node; without a node nothing is asked.
 * @param sends - Whether the wallet will send them.
 */
export async function describeSolanaTransactions(
  asked: readonly AskedTransaction[],
  network: { readonly name: string; readonly url?: string },
  sends: boolean,
): Promise<ApprovalText> {
  const effects = (
    await Promise.all(asked.map(({ steps }) => Promise.all(steps.map((step) => effectOf(step, network)))))
  ).flat()
  const amounts = effects.flatMap(({ amount }) => amount ?? [])
  const unreadable = effects.some((effect) => effect.unreadable === true)
  const [only] = amounts
  const single = amounts.length === 1 && only !== undefined
  const several = asked.length > 1 ? `${asked.length} transactions` : 'a transaction'
  const rows = effects.flatMap((effect, index) => [
    ...(effect.amount !== undefined && !single ? [{ label: `Transfer ${index + 1}`, value: effect.amount }] : []),
    ...effect.rows,
  ])
  return {
    title:
      single && asked.length === 1 && !unreadable
        ? sends
          ? 'Send'
          : 'Sign a transfer'
        : `${sends ? 'Send' : 'Sign'} ${several}?`,
    ...(unreadable ? { warning: 'The wallet cannot read everything that this does.' } : {}),
    ...(single ? { hero: only } : {}),
    rows: [
      ...rows,
      { label: 'Network', value: network.name },
      { label: 'Network fee', value: await feeOf(asked, network.url) },
    ],
    details: {
      label: 'What is signed',
      text: asked.map(({ messageBytes }) => base64.encode(messageBytes)).join('\n'),
    },
  }
}

async function effectOf(step: AskedTransaction['steps'][number], network: { readonly url?: string }): Promise<Effect> {
  const { program, accounts, data } = step
  if (program === computeBudgetProgram) return { rows: [] }
  if (program === memoProgram) return { rows: [{ label: 'Memo', value: clip(new TextDecoder().decode(data)) }] }
  if (program === associatedTokenProgram) {
    return { rows: [address('Opens a token account for', accounts[2] ?? '')] }
  }
  const known =
    program === systemProgram ? readSystem(data, accounts) : tokenPrograms[program] && readToken(data, accounts)
  const unknown: Effect = {
    unreadable: true,
    rows: [address('Program', program), { label: 'Data', value: clip(base58.encode(data)) }],
  }
  if (!known || accounts.includes('')) return unknown
  const { type, info } = known
  if (type === 'transfer' && program === systemProgram) {
    const amount = `${uiTokenAmount(BigInt(String(info.lamports)), 9).uiAmountString} SOL`
    return { amount, rows: [address('To', String(info.destination))] }
  }
  if (type === 'transferChecked') {
    const { uiAmountString } = info.tokenAmount as { uiAmountString: string }
    const token = solanaTokens.find((one) => one.address === info.mint)
    const amount = `${uiAmountString} ${token?.symbol ?? shortAddress(String(info.mint))}`
    return { amount, rows: await tokenRecipient(String(info.destination), network.url) }
  }
  return unknown
}

/** A person knows the owner, not the account that holds the tokens; a new one is opened by the same transaction. */
async function tokenRecipient(account: string, url: string | undefined): Promise<Row[]> {
  const fallback = [address('To token account', account)]
  if (url === undefined) return fallback
  try {
    const answer = await walletNode(url, 'getAccountInfo', [
      account,
      { encoding: 'jsonParsed', commitment: 'processed' },
    ])
    const { value } = answer as { value: { data?: { parsed?: { info?: { owner?: unknown } } } } | null }
    const owner = value?.data?.parsed?.info?.owner
    return typeof owner === 'string' ? [address('To', owner)] : fallback
  } catch {
    return fallback
  }
}

async function feeOf(asked: readonly AskedTransaction[], url: string | undefined): Promise<string> {
  try {
    if (url === undefined) return 'unknown'
    const fees = await Promise.all(
      asked.map(async ({ messageBytes }) => {
        const answer = await walletNode(url, 'getFeeForMessage', [
          base64.encode(messageBytes),
          { commitment: 'processed' },
        ])
        const { value } = answer as { value: number | null }
        if (value === null) throw new RangeError('expired')
        return BigInt(value)
      }),
    )
    return `${
      uiTokenAmount(
        fees.reduce((sum, fee) => sum + fee, 0n),
        9,
      ).uiAmountString
    } SOL`
  } catch {
    return 'unknown'
  }
}

function address(label: string, whole: string): Row {
  return { label, value: shortAddress(whole), whole }
}

function clip(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
