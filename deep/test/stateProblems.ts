import { type Config, isAccountId, isChainId } from '@latchkey/core'

/** What contradicts itself in the state of a config; nothing in a sound one. */
export function stateProblems({ state }: Pick<Config, 'state'>): string[] {
  const problems: string[] = []
  const phases = [...state.connections.values()].map(({ phase }) => phase)
  const asking = state.pending !== undefined || phases.includes('restored')
  const status = phases.includes('live') ? 'connected' : asking ? 'connecting' : 'disconnected'
  if (state.status !== status) problems.push(`says ${state.status} and is ${status}`)
  for (const [uid, { connectorId, accounts, chains }] of state.connections) {
    if (uid !== connectorId) problems.push(`${uid} is kept for ${connectorId}`)
    if (accounts.length === 0 || !accounts.every(isAccountId)) problems.push(`${uid} has the accounts ${accounts}`)
    if (new Set(accounts).size !== accounts.length && phases.includes('live')) problems.push(`${uid} has one twice`)
    if (!Object.values(chains).every(isChainId)) problems.push(`${uid} is on ${JSON.stringify(chains)}`)
  }
  for (const [family, uid] of Object.entries(state.current)) {
    const speaker = state.connections.get(uid)
    if (!speaker?.accounts.some((account) => account.startsWith(`${family}:`)))
      problems.push(`${uid} speaks for ${family} without an account of it`)
  }
  for (const [family, chainId] of Object.entries(state.chainIds))
    if (!isChainId(chainId) || !chainId.startsWith(`${family}:`)) problems.push(`${family} is on ${chainId}`)
  return problems
}
