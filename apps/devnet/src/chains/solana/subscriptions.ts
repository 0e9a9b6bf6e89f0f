import { accountView } from './accountView.js'
import type { FindMethod } from './answerRequest.js'
import type { Node } from './node.js'
import { withContext } from './node.js'
import { addressParam, commitmentParam, listParam, optionsParam } from './params.js'
import { invalidParams } from './rpcError.js'
import { readSignature } from './signature.js'

/** The methods that end each kind of subscription. */
const endings = ['accountUnsubscribe', 'logsUnsubscribe', 'signatureUnsubscribe', 'slotUnsubscribe'] as const

/** Sends a notification of a subscription. */
export type Notify = (method: string, subscription: number, result: unknown) => void

/** The subscriptions of one connection. */
export type Subscriptions = {
  readonly find: FindMethod
  /** Sends new notifications to each. */
  advance(): void
}

type Look = () => void

/**
 * Keeps the subscriptions of one connection. Each checks the ledger after every change, and notifies of what has reached its
 * commitment since it last looked.
 *
 * @param node - The node.
 * @param notify - Sends a message to the other end.
 */
export function createSubscriptions(node: Node, notify: Notify): Subscriptions {
  const { ledger } = node
  const open = new Map<number, Look>()
  let count = 0

  const begin = (make: (id: number) => Look): number => {
    count += 1
    open.set(count, make(count))
    return count
  }
  const methods: { readonly [method: string]: (params: readonly unknown[]) => unknown } = {
    accountSubscribe([given, settings]) {
      const at = addressParam(given)
      const options = optionsParam(settings)
      const commitment = commitmentParam(options)
      let seen = ledger.changeOf(at)?.serial ?? 0
      return begin((id) => () => {
        const change = ledger.changeOf(at)
        if (change === undefined || change.serial <= seen || change.slot > ledger.slot(commitment)) return
        seen = change.serial
        const account = ledger.account(at)
        const view = account === undefined ? gone : accountView(account, options, ledger.account)
        notify('accountNotification', id, withContext(node, view, commitment))
      })
    },
    signatureSubscribe([given, settings]) {
      const signature = readSignature(given)
      const commitment = commitmentParam(optionsParam(settings))
      return begin((id) => () => {
        const landed = ledger.history.get(signature)
        if (landed === undefined || landed.slot > ledger.slot(commitment)) return
        // It happens once; the subscription ends with it.
        open.delete(id)
        notify('signatureNotification', id, withContext(node, { err: landed.error }, commitment))
      })
    },
    slotSubscribe() {
      let seen = ledger.slot('processed')
      return begin((id) => () => {
        const slot = ledger.slot('processed')
        if (slot === seen) return
        seen = slot
        notify('slotNotification', id, { parent: slot - 1, root: ledger.slot('finalized'), slot })
      })
    },
    logsSubscribe([filter, settings]) {
      const mentions = readLogFilter(filter)
      const commitment = commitmentParam(optionsParam(settings))
      let seen = ledger.history.total()
      return begin((id) => () => {
        const fresh = ledger.history.all().slice(seen - ledger.history.total())
        if (seen === ledger.history.total()) return
        for (const landed of fresh) {
          if (landed.slot > ledger.slot(commitment)) return
          seen += 1
          if (mentions !== undefined && !landed.keys.includes(mentions)) continue
          const value = { err: landed.error, logs: landed.logs, signature: landed.signature }
          notify('logsNotification', id, withContext(node, value, commitment))
        }
      })
    },
    ...Object.fromEntries(
      endings.map((name) => [
        name,
        ([id]: readonly unknown[]) => {
          if (open.delete(Number(id))) return true
          throw invalidParams('Invalid subscription id.')
        },
      ]),
    ),
  }
  return {
    find: (name) => (Object.hasOwn(methods, name) ? methods[name] : undefined),
    advance() {
      for (const look of [...open.values()]) look()
    },
  }
}

/** How an account looks that is no more. */
const gone = {
  data: ['', 'base64'],
  executable: false,
  lamports: 0,
  owner: '11111111111111111111111111111111',
  rentEpoch: 0,
  space: 0,
}

function readLogFilter(filter: unknown): string | undefined {
  if (filter === 'all' || filter === 'allWithVotes') return undefined
  const mentions = listParam(optionsParam(filter).mentions, 'mentions', 1)
  return addressParam(mentions[0])
}
