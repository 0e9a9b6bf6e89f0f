import type { ChainClient } from '../chains/createChainClient.js'
import { readQuantity } from '../chains/evmReads.js'
import { isUnlimited } from '../signing/amounts.js'
import type { Approval, FrameChain, Grant } from '../types.js'

/** An allowance of more than so many times what is held is all of it, also of what comes later. */
const manyTimes = 100n

type Facts = { readonly supply: bigint | undefined; readonly balance: bigint | undefined }

/**
 * Judges what others may take: a sum against what there is of the token and what the account holds of it, and who may take it.
 *
 * @param approval - What is shown.
 * @param parts - The network and who asks its nodes; a signal that ends it.
 * @returns The approval. In red: a sum of at least the token's supply, or of more than 100 times what is held; a spender without code.
 * Where neither supply nor balance can be read, or the spender cannot be looked up, it says so.
 */
export async function judgeGrants(
  approval: Approval,
  parts: { readonly client: ChainClient; readonly chain: FrameChain; readonly signal: AbortSignal },
): Promise<Approval> {
  const { client, chain, signal } = parts
  const { grants = [], account, rows, ...rest } = approval
  const read = (method: string, ...params: unknown[]) =>
    client.call(chain, method, params, { signal }).then(readQuantity, () => undefined)
  const ask = (to: string, data: string) => read('eth_call', { to, data }, 'latest')
  const facts = async (token: string): Promise<Facts> => {
    const [supply, balance] = await Promise.all([
      ask(token, '0x18160ddd'),
      ask(token, `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}`),
    ])
    return { supply, balance }
  }
  const isEmpty = (address: string) =>
    client.call(chain, 'eth_getCode', [address, 'latest'], { signal }).then(
      // An account that has handed itself over to a contract is an account all the same.
      (code) => code === '0x' || String(code).startsWith('0xef0100'),
      () => undefined,
    )
  const [tokens, spenders] = await Promise.all([
    askEach(
      grants.flatMap(({ token }) => token ?? []),
      facts,
    ),
    askEach(
      grants.map(({ spender }) => spender),
      async (spender) => Promise.all([isEmpty(spender), read('eth_getTransactionCount', spender, 'latest')]),
    ),
  ])
  const danger: string[] = []
  const warnings: string[] = []
  for (const grant of grants) {
    const { token = '', amount } = grant
    const fact = tokens.get(token)
    if (amount !== undefined && fact && !isUnlimited(amount)) {
      if (isAll(amount, fact)) danger.push(all)
      else if (fact.supply === undefined || fact.balance === undefined) warnings.push(notCompared)
    }
    const [isAccount, count] = spenders.get(grant.spender) ?? []
    if (isAccount === undefined) warnings.push('Who may take it could not be looked up on the network.')
    else if (isAccount) danger.push(count === 0n ? neverUsed : noContract)
  }
  const graver = new Set(grants.filter((grant) => isRed(grant, tokens, spenders)).map(({ spender }) => spender))
  return {
    ...rest,
    account,
    rows: rows.map((row) =>
      graver.has(row.value) && row.form === 'address' ? { ...row, tone: 'danger' as const } : row,
    ),
    danger: [...new Set([...approval.danger, ...danger])],
    warnings: [...new Set([...warnings, ...approval.warnings])],
    needsSecondLook: approval.needsSecondLook || danger.length > 0,
  }
}

const all = 'This is far more than you hold: it lets somebody else take all of your tokens of this kind, now and later.'
const notCompared = 'This sum could not be compared with what you hold, or with all that there is of the token.'
const neverUsed = 'Who may take it is an address that has never been used, and no contract.'
const noContract = 'Who may take it is somebody’s account, and no contract.'

function isAll(amount: bigint, { supply, balance }: Facts): boolean {
  // A token that says there is none of it says nothing.
  return (!!supply && amount >= supply) || (!!balance && amount > balance * manyTimes)
}

function isRed(
  { spender, token = '', amount }: Grant,
  tokens: ReadonlyMap<string, Facts>,
  spenders: ReadonlyMap<string, readonly [boolean | undefined, bigint | undefined]>,
): boolean {
  const fact = tokens.get(token)
  return spenders.get(spender)?.[0] === true || (amount !== undefined && fact !== undefined && isAll(amount, fact))
}

async function askEach<T>(
  names: readonly string[],
  ask: (name: string) => Promise<T>,
): Promise<ReadonlyMap<string, T>> {
  return new Map(await Promise.all([...new Set(names)].map(async (name) => [name, await ask(name)] as const)))
}
