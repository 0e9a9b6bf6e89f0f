import type { Kit } from './openWalletKit.js'
import { family, fromCaip2, type PhoneContext, toApp } from './phoneContext.js'
import type { PhoneConnection, PhoneSession } from './phoneWallet.js'

type KitSession = ReturnType<Kit['getActiveSessions']>[string]

/** The EVM networks of a session. */
export function chainsOf(session: KitSession): readonly number[] {
  const { accounts = [] } = session.namespaces[family] ?? {}
  const chains = accounts.map((account) => fromCaip2(account.split(':').slice(0, 2).join(':')))
  return [...new Set(chains.filter((chain) => chain !== undefined))]
}

/** The apps that are connected, as people see them. */
export function sessionsOf(phone: PhoneContext): readonly PhoneSession[] {
  return Object.values(phone.kit.getActiveSessions()).map((session) => view(session, phone))
}

/** How the phone stands to the relay. */
export function connectionOf({ kit, switches }: PhoneContext): PhoneConnection {
  if (switches().offline) return 'offline'
  if (kit.core.relayer.connected) return 'online'
  return kit.core.relayer.subscriber.hasAnyTopics ? 'connecting' : 'idle'
}

function view(session: KitSession, phone: PhoneContext): PhoneSession {
  const chainIds = chainsOf(session)
  const account = session.namespaces[family]?.accounts[0]?.split(':')[2]
  const { topic, expiry, peer } = session
  return {
    topic,
    app: toApp(peer.metadata),
    accounts: Object.values(session.namespaces).flatMap(({ accounts }) => accounts),
    account: phone.keys.find(({ address }) => address === account)?.address ?? phone.key().address,
    chainIds,
    chainId: phone.chainOf(topic)?.chainId ?? chainIds[0] ?? 0,
    expiresAt: expiry * 1000,
  }
}
