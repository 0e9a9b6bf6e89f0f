import type { NewMessage } from './message.js'
import type { MessageStore } from './messageStore.js'
import type { RelayClient } from './relayClient.js'
import { messageSize, topicsPerClient, ttlSeconds } from './relayLimits.js'
import { RelayRefusal } from './relayRefusal.js'

type Params = { readonly [name: string]: unknown }

/** The records that a call may change. */
export type CallContext = { client: RelayClient; store: MessageStore; admit: (messages: number) => void }

/** The tags of the messages that the relay writes in the name of a client. */
const tags = { proposal: 1100, response: 1101, settlement: 1102 }
const topicForm = /^[0-9a-f]{64}$/
const sealedForm = /^[A-Za-z0-9+/_-]+={0,2}$/
const maxAttestation = 8 * 1024

/**
 * Runs one call.
 *
 * @param context - The caller, the message store, and the limits of messages.
 * @param method - The method.
 * @param params - Its parameters; those that are not known are ignored.
 * @returns The result.
 * @throws RelayRefusal when it is declined.
 * @see https://specs.walletconnect.com/2.0/specs/servers/relay/relay-server-rpc
 */
export async function runCall({ client, store, admit }: CallContext, method: string, params: Params): Promise<unknown> {
  const publish = async (messages: readonly Params[]) => {
    admit(messages.length)
    const rows = messages.map((message) => readMessage(message, client))
    await store.put(rows)
    return true
  }
  const fetchMessages = async (topics: readonly string[]) => {
    const { messages, hasMore } = await client.read(
      topics.map((topic) => ({ topic, party: client.partyOf(topic) })),
      0,
    )
    return {
      messages: messages.map(({ topic, message, publishedAt, tag, attestation }) => ({
        topic,
        message,
        publishedAt,
        tag,
        ...(attestation === null ? {} : { attestation }),
      })),
      hasMore,
    }
  }

  switch (method) {
    case 'irn_publish':
      return publish([params])
    case 'irn_batchPublish':
      return publish(readList(params.messages, 'messages', readObject))
    case 'irn_subscribe':
    case 'irn_subscribeBlocking':
      return (await client.subscribe([readTopic(params.topic)]))[0]
    case 'irn_batchSubscribe':
    case 'irn_batchSubscribeBlocking':
      return client.subscribe(readList(params.topics, 'topics', readTopic))
    // The id is the client's own; there is one subscription a client and topic.
    case 'irn_unsubscribe':
      client.unsubscribe(readTopic(params.topic))
      return true
    case 'irn_batchUnsubscribe':
      for (const { topic } of readList(params.subscriptions, 'subscriptions', readObject))
        client.unsubscribe(readTopic(topic))
      return true
    case 'irn_fetchMessages':
      return fetchMessages([readTopic(params.topic)])
    case 'irn_batchFetchMessages':
      return fetchMessages(readList(params.topics, 'topics', readTopic))
    case 'irn_batchReceive':
      await client.receive(
        readList(params.receipts, 'receipts', readObject).map(({ topic, messageId }) => ({
          topic: readTopic(topic),
          hash: Buffer.from(readTopic(messageId), 'hex').toString('base64url'),
        })),
      )
      return true
    // From version 2.21.6 on clients propose and approve with these alone and do not subscribe themselves.
    case 'wc_proposeSession': {
      const { pairingTopic, sessionProposal, ttl, attestation } = params
      const topic = readTopic(pairingTopic)
      const message = { topic, message: sessionProposal, ttl: ttl ?? 300, tag: tags.proposal, attestation }
      admit(1)
      const row = readMessage(message, client)
      await client.subscribe([topic])
      await store.put([row])
      return true
    }
    case 'wc_approveSession': {
      const { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl = 300 } = params
      const topic = readTopic(sessionTopic)
      const rows = [
        readMessage({ topic: pairingTopic, message: sessionProposalResponse, ttl, tag: tags.response }, client),
        readMessage({ topic, message: sessionSettlementRequest, ttl, tag: tags.settlement }, client),
      ]
      admit(2)
      await client.subscribe([topic])
      await store.put(rows)
      return true
    }
    default:
      throw new RelayRefusal('InvalidMethod', `Method not found: ${method.slice(0, 64)}`)
  }
}

function readTopic(value: unknown): string {
  if (typeof value === 'string' && topicForm.test(value)) return value
  throw new RelayRefusal('InvalidTopic', 'A topic is 32 bytes in lower-case hex')
}

function readObject(value: unknown): Params {
  if (typeof value === 'object' && value !== null) return value as Params
  throw new RelayRefusal('InvalidParams', 'A list holds something that is not an object')
}

function readList<Item>(value: unknown, name: string, read: (item: unknown) => Item): Item[] {
  if (!Array.isArray(value)) throw new RelayRefusal('InvalidParams', `${name} must be a list`)
  if (value.length === 0) throw new RelayRefusal('BatchEmpty', `${name} is empty`)
  if (value.length > topicsPerClient)
    throw new RelayRefusal('BatchLimitExceeded', `${name} may hold ${topicsPerClient} entries`)
  return value.map(read)
}

function readMessage({ topic, message, ttl, tag = 0, attestation }: Params, client: RelayClient): NewMessage {
  const to = readTopic(topic)
  if (typeof message !== 'string') throw new RelayRefusal('InvalidParams', 'message must be a text')
  if (message.length > messageSize)
    throw new RelayRefusal('PayloadSizeExceeded', `A message may have ${messageSize} characters`)
  // What is not sealed has no place here, and neither has what a database cannot keep.
  if (!sealedForm.test(message)) throw new RelayRefusal('InvalidParams', 'message must be base64')
  if (!Number.isInteger(ttl)) throw new RelayRefusal('InvalidParams', 'ttl must be a number of seconds')
  const seconds = Number(ttl)
  if (seconds < ttlSeconds.min) throw new RelayRefusal('TtlTooShort', `ttl must be at least ${ttlSeconds.min} s`)
  if (seconds > ttlSeconds.max) throw new RelayRefusal('TtlTooLong', `ttl must be at most ${ttlSeconds.max} s`)
  if (!Number.isInteger(tag) || Number(tag) < 0 || Number(tag) > 0x7fffffff)
    throw new RelayRefusal('InvalidParams', 'tag must be a whole number')
  const given = typeof attestation === 'string' && /^[\x21-\x7e]+$/.test(attestation) ? attestation : undefined
  if (given !== undefined && given.length > maxAttestation)
    throw new RelayRefusal('PayloadSizeExceeded', `An attestation may have ${maxAttestation} characters`)
  return {
    topic: to,
    message,
    ttl: seconds,
    tag: Number(tag),
    attestation: given,
    sender: client.partyOf(to),
    account: client.account,
  }
}
