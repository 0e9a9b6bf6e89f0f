import { LatchkeyError } from '@latchkey/protocol/errors'
import { familyNamespaces, withChain } from './answerProposal.js'
import { family, type PhoneContext, toCaip2 } from './phoneContext.js'

/** Reports another chain to an app; a missing one is added to the session first. */
export async function moveChain(phone: PhoneContext, topic: string, chainId: number): Promise<void> {
  const session = sessionOf(phone, topic)
  if (!phone.chains().some((chain) => chain.chainId === chainId)) {
    throw new LatchkeyError('CHAIN_NOT_FOUND', `The phone does not know chain ${chainId}`)
  }
  const caip2 = toCaip2(chainId)
  const { accounts = [] } = session.namespaces[family] ?? {}
  if (!accounts.some((account) => account.startsWith(`${caip2}:`))) {
    const address = accounts[0]?.split(':')[2] ?? phone.key().address
    await update(phone, topic, withChain(session.namespaces, chainId, address))
  }
  await sendEvent(phone, topic, { name: 'chainChanged', data: chainId, chainId })
}

/** Sends the selected account to every app in place of the one it has. */
export async function moveAccount(phone: PhoneContext): Promise<void> {
  const { address } = phone.key()
  const sessions = Object.values(phone.kit.getActiveSessions())
  await Promise.all(
    sessions.map(async ({ topic, namespaces }) => {
      const own = namespaces[family]
      const chainsOf = (accounts: readonly string[]) => [
        ...new Set(accounts.map((account) => account.split(':').slice(0, 2).join(':'))),
      ]
      const next = { ...namespaces }
      const granted = Object.values(namespaces).flatMap(({ accounts }) => chainsOf(accounts))
      for (const [name, { accounts }] of Object.entries(familyNamespaces(phone, granted))) {
        const before = namespaces[name]
        if (before) next[name] = { ...before, accounts }
      }
      if (own) {
        const chains = chainsOf(own.accounts)
        next[family] = { ...own, chains, accounts: chains.map((chain) => `${chain}:${address}`) }
      }
      await update(phone, topic, next)
      const chainId = own && phone.chainOf(topic)?.chainId
      if (chainId !== undefined) await sendEvent(phone, topic, { name: 'accountsChanged', data: [address], chainId })
    }),
  )
}

/** Sends an event; one that the app did not ask for is kept back, as the protocol wants. */
export async function sendEvent(
  phone: PhoneContext,
  topic: string,
  { name, data, chainId }: { name: string; data: unknown; chainId: number },
): Promise<void> {
  const { namespaces } = sessionOf(phone, topic)
  if (!namespaces[family]?.events.includes(name)) return
  await phone.kit.emitSessionEvent({ topic, event: { name, data }, chainId: toCaip2(chainId) })
}

async function update(
  phone: PhoneContext,
  topic: string,
  namespaces: Parameters<typeof phone.kit.updateSession>[0]['namespaces'],
) {
  await phone.kit.updateSession({ topic, namespaces })
}

function sessionOf(phone: PhoneContext, topic: string) {
  const session = phone.kit.getActiveSessions()[topic]
  if (session === undefined) throw new LatchkeyError('NOT_CONNECTED', 'This app is not connected any more')
  return session
}
