/** A call of a contract as a hook has it: each part may still be missing. */
export type ContractCall = {
  readonly abi?: readonly unknown[] | undefined
  readonly address?: string | undefined
  readonly functionName?: string | undefined
  readonly args?: readonly unknown[] | undefined
  readonly account?: unknown
  readonly chain?: unknown
}

/** The part of a call that is in the query key: the ABI is long, and follows from the address. */
export function keyOf({ abi: _, chain: __, account, ...call }: ContractCall) {
  const as = typeof account === 'object' && account !== null ? (account as { address?: unknown }).address : account
  return { ...call, ...(as ? { account: as } : {}) }
}

/** True while the call lacks the ABI, or arguments that the function cannot do without. */
export function isUnfinished({ abi, functionName, args }: ContractCall): boolean {
  if (!abi) return true
  const named = (abi as readonly { type?: string; name?: string; inputs?: readonly unknown[] }[]).filter(
    ({ type, name }) => type === 'function' && name === functionName,
  )
  return args === undefined && named.length > 0 && named.every(({ inputs }) => !!inputs?.length)
}
