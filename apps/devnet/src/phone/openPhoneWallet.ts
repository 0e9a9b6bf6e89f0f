import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { getSdkError } from '@walletconnect/utils'
import { privateKeyToAccount } from 'viem/accounts'
import { accounts as localAccounts } from '../chains/evm/accounts.js'
import type { PhoneFamilies } from './families/createPhoneFamilies.js'
import { hearApps } from './hearApps.js'
import { closeKit, openWalletKit, setOffline } from './openWalletKit.js'
import type { PhoneContext } from './phoneContext.js'
import { createPhoneMemory } from './phoneMemory.js'
import { moveAccount, moveChain, sendEvent } from './phoneMoves.js'
import { createQuestions } from './phoneQuestions.js'
import { chainsOf, connectionOf, sessionsOf } from './phoneView.js'
import type { PhoneState, PhoneSwitches, PhoneWallet, PhoneWalletOptions } from './phoneWallet.js'

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
  const received: PhoneWallet['received'][number][] = []
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
      const reported = memory.get().reported[topic]
      const chainId = reported ?? (session === undefined ? undefined : chainsOf(session)[0])
      return phone.chains().find((chain) => chain.chainId === chainId)
    },
    async moveTo(topic, chainId) {
      await moveChain(phone, topic, chainId)
      memory.set({ reported: { ...memory.get().reported, [topic]: chainId } })
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

  const apps = hearApps(phone, {
    questions,
    canSignIn: options.canSignIn !== false,
    note(one) {
      received.push(one)
      changed()
    },
    changed,
  })
  if (switches.offline) await setOffline(kit, true)
  apps.resume()

  function checkOnline(): void {
    if (switches.offline) throw new LatchkeyError('RPC_UNREACHABLE', 'The phone is offline')
  }

  return {
    accounts: keys.map(({ address }) => address),
    chains: phone.chains,
    received,
    getState() {
      state ??= {
        connection: connectionOf(phone),
        sessions: sessionsOf(phone),
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
        throw isLatchkeyError(cause)
          ? cause
          : new LatchkeyError('INVALID_PARAMS', whyNot(cause instanceof Error ? cause.message : String(cause)), {
              cause,
            })
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

function whyNot(reason: string): string {
  if (reason.includes('expired')) return 'This code has expired. Ask the app for a new one.'
  if (reason.includes('already exists')) return 'This code was used before. Ask the app for a new one.'
  if (/uri|params|url/i.test(reason)) return 'This is not a code of an app. It begins with “wc:”.'
  return `The relay could not be reached: ${reason.slice(0, 160)}`
}
