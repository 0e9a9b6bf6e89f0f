import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { getSdkError } from '@walletconnect/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { accounts as localAccounts } from '../chains/accounts.js'
import { answerProposal } from './answerProposal.js'
import { answerRequest } from './answerRequest.js'
import { answerSignIn } from './answerSignIn.js'
import type { PhoneFamilies } from './families/createPhoneFamilies.js'
import { closeKit, type Kit, openWalletKit, setOffline } from './openWalletKit.js'
import { family, fromCaip2, type PhoneContext, toApp } from './phoneContext.js'
import { createPhoneMemory } from './phoneMemory.js'
import { moveAccount, moveChain, sendEvent } from './phoneMoves.js'
import { createQuestions } from './phoneQuestions.js'
import type {
  PhoneConnection,
  PhoneSession,
  PhoneState,
  PhoneSwitches,
  PhoneWallet,
  PhoneWalletOptions,
} from './phoneWallet.js'

/** See `createPhoneWallet`, which loads this. */
export async function openPhoneWallet(options: PhoneWalletOptions): Promise<PhoneWallet> {
  const keys = (options.privateKeys ?? localAccounts.slice(1, 3).map(({ privateKey }) => privateKey)).map((key) =>
    privateKeyToAccount(key),
  )
  const [firstKey] = keys
  if (firstKey === undefined) throw new LatchkeyError('INVALID_CONFIG', 'The phone wallet needs at least one account')
  if (options.chains.length === 0) {
    throw new LatchkeyError('INVALID_CONFIG', 'The phone wallet needs at least one chain')
  }
  const families = options.families ?? []
  // A test of EVM chains alone does not pay for the others.
  const createFamilies =
    families.length > 0 ? (await import('./families/createPhoneFamilies.js')).createPhoneFamilies : undefined
  const made = new Map<number, PhoneFamilies>()
  const kit = await openWalletKit(options)
  const memory = await createPhoneMemory(kit)
  const listeners = new Set<() => void>()
  const received: { topic: string; method: string; params: unknown; chainId: string | undefined }[] = []
  let switches: PhoneSwitches = {
    reject: false,
    neverAnswer: false,
    onlyChains: undefined,
    offline: false,
    ...options.switches,
  }
  let notice: string | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let connection: Promise<void> = Promise.resolve()
  let isClosed = false
  let state: PhoneState | undefined

  const changed = () => {
    state = undefined
    for (const listener of [...listeners]) listener()
  }
  const questions = createQuestions(options.approve, () => switches)
  const phone: PhoneContext = {
    kit,
    keys,
    key: () => keys[memory.get().selected] ?? firstKey,
    chains: () => [...options.chains, ...memory.get().added],
    addChain: (chain) => memory.set({ added: [...memory.get().added, chain] }),
    familyChains: () => families,
    families() {
      // The first account of the mnemonic is the operator's, in every family.
      const index = memory.get().selected + 1
      const known = made.get(index) ?? createFamilies?.(index) ?? {}
      made.set(index, known)
      return known
    },
    switches: () => switches,
    ask: questions.ask,
    chainOf: (topic) => {
      const session = kit.getActiveSessions()[topic]
      const told = memory.get().told[topic]
      const chainId = told ?? (session === undefined ? undefined : chainsOf(session)[0])
      return phone.chains().find((chain) => chain.chainId === chainId)
    },
    async moveTo(topic, chainId) {
      await moveChain(phone, topic, chainId)
      memory.set({ told: { ...memory.get().told, [topic]: chainId } })
      changed()
    },
    inTurn(run) {
      const mine = turn.then(run, run)
      turn = mine.catch(() => {})
      return mine
    },
    notice(text) {
      notice = text
      changed()
    },
  }

  // What goes wrong here has nobody who waits for it: the person is told, and the app's own time runs out.
  const handle = (work: Promise<void>) =>
    void work.catch((error: unknown) => phone.notice(`An answer could not be sent: ${text(error)}`)).finally(changed)
  const note = (topic: string, method: string, params: unknown, chainId?: string) => {
    received.push({ topic, method, params, chainId })
    changed()
  }
  const propose = (proposal: Parameters<typeof answerProposal>[1]) => {
    note(proposal.pairingTopic, 'wc_sessionPropose', proposal)
    handle(answerProposal(phone, proposal))
  }
  kit.on('session_proposal', ({ params }) => propose(params))
  kit.on('session_request', (event) => {
    const { request, chainId } = event.params
    note(event.topic, request.method, request.params, chainId)
    handle(answerRequest(phone, event))
  })
  if (options.canSignIn !== false) {
    kit.on('session_authenticate', (event) => {
      note(event.topic, 'wc_sessionAuthenticate', event.params)
      handle(answerSignIn(phone, event))
    })
  }
  kit.on('session_delete', ({ topic }) => {
    questions.endTopic(topic)
    changed()
  })
  kit.on('proposal_expire', ({ id }) => questions.end(id))
  kit.on('session_request_expire', ({ id }) => questions.end(id))
  kit.core.relayer.on('relayer_connect', changed)
  kit.core.relayer.on('relayer_disconnect', changed)
  if (switches.offline) await setOffline(kit, true)
  // What was asked before the phone was switched off is asked again; the library does the same with requests.
  for (const proposal of Object.values(kit.getPendingSessionProposals())) propose(proposal)

  function checkOnline(): void {
    if (switches.offline) throw new LatchkeyError('RPC_UNREACHABLE', 'The phone is offline')
  }

  return {
    accounts: keys.map(({ address }) => address),
    chains: phone.chains,
    received,
    getState() {
      state ??= {
        connection: connectionOf(kit, switches),
        sessions: Object.values(kit.getActiveSessions()).map((session) => view(session, phone)),
        selected: keys.indexOf(phone.key()),
        switches,
        notice,
      }
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async pair(uri) {
      checkOnline()
      notice = undefined
      try {
        await kit.pair({ uri: uri.trim() })
      } catch (cause) {
        throw isLatchkeyError(cause) ? cause : new LatchkeyError('INVALID_PARAMS', whyNot(text(cause)), { cause })
      } finally {
        changed()
      }
    },
    async switchChain(topic, chainId) {
      checkOnline()
      await phone.moveTo(topic, chainId)
    },
    async selectAccount(index) {
      if (keys[index] === undefined) throw new LatchkeyError('INVALID_PARAMS', `The phone has no account ${index}`)
      checkOnline()
      memory.set({ selected: index })
      changed()
      await moveAccount(phone)
      changed()
    },
    async emit(topic, event) {
      checkOnline()
      await sendEvent(phone, topic, event)
    },
    async disconnect(topic) {
      checkOnline()
      questions.endTopic(topic)
      await kit.disconnectSession({ topic, reason: getSdkError('USER_DISCONNECTED') })
      changed()
    },
    async set(change) {
      const before = switches.offline
      switches = { ...switches, ...change }
      changed()
      if (switches.offline === before) return
      // One end of a connection must be over before another begins.
      const { offline } = switches
      connection = connection.then(() => setOffline(kit, offline))
      await connection
      changed()
    },
    async close() {
      if (isClosed) return
      isClosed = true
      listeners.clear()
      questions.endAll()
      await connection
      await closeKit(kit)
    },
  }
}

type KitSession = ReturnType<Kit['getActiveSessions']>[string]

function chainsOf(session: KitSession): readonly number[] {
  const { accounts = [] } = session.namespaces[family] ?? {}
  const chains = accounts.map((account) => fromCaip2(account.split(':').slice(0, 2).join(':')))
  return [...new Set(chains.filter((chain) => chain !== undefined))]
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

function connectionOf(kit: Kit, switches: PhoneSwitches): PhoneConnection {
  if (switches.offline) return 'offline'
  if (kit.core.relayer.connected) return 'online'
  return kit.core.relayer.subscriber.hasAnyTopics ? 'connecting' : 'idle'
}

function whyNot(reason: string): string {
  if (reason.includes('expired')) return 'This code has expired. Ask the app for a new one.'
  if (reason.includes('already exists')) return 'This code was used before. Ask the app for a new one.'
  if (/uri|params|url/i.test(reason)) return 'This is not a code of an app. It begins with “wc:”.'
  return `The relay could not be reached: ${reason.slice(0, 160)}`
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
