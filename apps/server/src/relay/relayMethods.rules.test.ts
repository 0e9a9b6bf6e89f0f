import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newTopic, sealed } from '../../test/openRelayPeer.js'
import type { HashReceipt, NewMessage, StoredMessage } from './message.js'
import type { MessageStore } from './messageStore.js'
import type { RelayClient } from './relayClient.js'
import { messageSize, topicsPerClient, ttlSeconds } from './relayLimits.js'
import { runCall } from './relayMethods.js'
import { type RelayProblem, RelayRefusal } from './relayRefusal.js'

/** Calls of one client, and all that they did, in that order. */
function open({ stored = [], hasMore = false }: { stored?: StoredMessage[]; hasMore?: boolean } = {}) {
  const done: [string, unknown][] = []
  const note =
    <Given, Answer>(name: string, answer: (given: Given) => Answer) =>
    (given: Given): Answer => {
      done.push([name, given])
      return answer(given)
    }
  const client: Pick<RelayClient, 'account' | 'partyOf' | 'read' | 'subscribe' | 'unsubscribe' | 'receive'> = {
    account: '203.0.113.1',
    partyOf: (topic) => `party of ${topic.slice(0, 4)}`,
    async read(wants, after) {
      done.push(['read', { wants, after }])
      return { messages: stored, hasMore }
    },
    subscribe: note('subscribe', async (topics: readonly string[]) => topics.map((topic) => `id ${topic.slice(0, 4)}`)),
    unsubscribe: note('unsubscribe', () => {}),
    receive: note('receive', async (_: readonly Omit<HashReceipt, 'party'>[]) => {}),
  }
  const store: Pick<MessageStore, 'put'> = { put: note('put', async (_: readonly NewMessage[]) => {}) }
  const context = {
    client: client as RelayClient,
    store: store as MessageStore,
    admit: note('admit', (_: number) => {}),
  }
  const call = (method: string, params: { [name: string]: unknown } = {}) => runCall(context, method, params)
  return { call, done, context }
}
const problem = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error !== undefined && !(error instanceof RelayRefusal)) throw error
  return error?.problem
}
const topic = newTopic()
const message = sealed(100)
const good = { topic, message, ttl: 300 }
const kept = { topic, message, ttl: 300, tag: 0, sender: `party of ${topic.slice(0, 4)}`, account: '203.0.113.1' }

describe('publishing', () => {
  it('counts first, and keeps what was sent as the party of the client', async () => {
    const { call, done } = open()
    expect(await call('irn_publish', { ...good, tag: 1108, attestation: 'a.b.c', other: 1 })).toBe(true)
    expect(done).toEqual([
      ['admit', 1],
      ['put', [{ ...kept, tag: 1108, attestation: 'a.b.c' }]],
    ])
    done.length = 0
    const second = { ...good, topic: newTopic() }
    expect(await call('irn_batchPublish', { messages: [good, second] })).toBe(true)
    expect(done).toEqual([
      ['admit', 2],
      ['put', [kept, { ...kept, topic: second.topic, sender: `party of ${second.topic.slice(0, 4)}` }]],
    ])
  })

  it.each<[string, object, RelayProblem | undefined]>([
    ['no topic', { topic: undefined }, 'InvalidTopic'],
    ['half a topic', { topic: topic.slice(1) }, 'InvalidTopic'],
    ['more than a topic', { topic: `${topic}0` }, 'InvalidTopic'],
    ['a topic in capitals', { topic: 'A'.repeat(64) }, 'InvalidTopic'],
    ['a topic behind a space', { topic: ` ${topic}` }, 'InvalidTopic'],
    ['a list of topics', { topic: [topic] }, 'InvalidTopic'],
    ['no message', { message: undefined }, 'InvalidParams'],
    ['a number for a message', { message: 5 }, 'InvalidParams'],
    ['an empty message', { message: '' }, 'InvalidParams'],
    ['plain words', { message: 'not sealed' }, 'InvalidParams'],
    ['words before', { message: `{"a":1}${message}` }, 'InvalidParams'],
    ['words behind', { message: `${message} ` }, 'InvalidParams'],
    ['too much padding', { message: 'abcd===' }, 'InvalidParams'],
    ['both alphabets of base64', { message: 'ab+/_-==' }, undefined],
    ['one letter', { message: 'a' }, undefined],
    ['the longest message', { message: 'a'.repeat(messageSize) }, undefined],
    ['a longer one', { message: 'a'.repeat(messageSize + 1) }, 'PayloadSizeExceeded'],
    ['no time', { ttl: undefined }, 'InvalidParams'],
    ['half a second', { ttl: 300.5 }, 'InvalidParams'],
    ['a time as a text', { ttl: '300' }, 'InvalidParams'],
    ['the least time', { ttl: ttlSeconds.min }, undefined],
    ['less than that', { ttl: ttlSeconds.min - 1 }, 'TtlTooShort'],
    ['the longest time', { ttl: ttlSeconds.max }, undefined],
    ['more than that', { ttl: ttlSeconds.max + 1 }, 'TtlTooLong'],
    ['the greatest tag', { tag: 0x7fffffff }, undefined],
    ['a greater one', { tag: 0x80000000 }, 'InvalidParams'],
    ['a tag below nothing', { tag: -1 }, 'InvalidParams'],
    ['half a tag', { tag: 0.5 }, 'InvalidParams'],
    ['a tag as a text', { tag: '1' }, 'InvalidParams'],
    ['the longest attestation', { attestation: 'a'.repeat(8_192) }, undefined],
    ['a longer one', { attestation: 'a'.repeat(8_193) }, 'PayloadSizeExceeded'],
  ])('with %s', async (_, more, refusal) => {
    const { call, done } = open()
    expect(await problem(call('irn_publish', { ...good, ...more }))).toBe(refusal)
    expect(done.map(([name]) => name)).toEqual(refusal === undefined ? ['admit', 'put'] : ['admit'])
  })

  it('leaves out an attestation that is no text, or holds what cannot be seen', async () => {
    for (const attestation of [5, '', 'a b', 'a\n', 'é', '\u007f', null]) {
      const { call, done } = open()
      await call('irn_publish', { ...good, attestation })
      expect(done.at(-1)).toEqual(['put', [{ ...kept, attestation: undefined }]])
    }
    for (const attestation of ['!', '~', 'a.b']) {
      const { call, done } = open()
      await call('irn_publish', { ...good, attestation })
      expect(done.at(-1)).toEqual(['put', [{ ...kept, attestation }]])
    }
  })
})

describe('lists', () => {
  const lists: readonly [string, string, (item: string) => unknown][] = [
    ['irn_batchPublish', 'messages', (on) => ({ ...good, topic: on })],
    ['irn_batchSubscribe', 'topics', (on) => on],
    ['irn_batchSubscribeBlocking', 'topics', (on) => on],
    ['irn_batchUnsubscribe', 'subscriptions', (on) => ({ topic: on })],
    ['irn_batchFetchMessages', 'topics', (on) => on],
    ['irn_batchReceive', 'receipts', (on) => ({ topic: on, messageId: on })],
  ]
  it.each(lists)(
    '%s takes as many as a client may have, and refuses more, none, or what is no list',
    async (method, name, item) => {
      const of = (count: number) => ({ [name]: Array.from({ length: count }, () => item(topic)) })
      const asked = (params: { [name: string]: unknown }) => problem(open().call(method, params))
      expect(await asked(of(topicsPerClient))).toBeUndefined()
      expect(await asked(of(topicsPerClient + 1))).toBe('BatchLimitExceeded')
      expect(await asked(of(0))).toBe('BatchEmpty')
      for (const no of [undefined, {}, 'text']) expect(await asked({ [name]: no })).toBe('InvalidParams')
      for (const no of [5, null]) {
        const one = await asked({ [name]: [item(topic), no] })
        expect(one).toBe(name === 'topics' ? 'InvalidTopic' : 'InvalidParams')
      }
      await expect(open().call(method, { [name]: [] })).rejects.toThrow(`${name} is empty`)
      await expect(open().call(method, {})).rejects.toThrow(`${name} must be a list`)
    },
  )
})

describe('topics', () => {
  it('are listened to, each under its own id, and left', async () => {
    const { call, done } = open()
    const second = newTopic()
    for (const method of ['irn_subscribe', 'irn_subscribeBlocking'])
      expect(await call(method, { topic })).toBe(`id ${topic.slice(0, 4)}`)
    for (const method of ['irn_batchSubscribe', 'irn_batchSubscribeBlocking'])
      expect(await call(method, { topics: [topic, second] })).toEqual([
        `id ${topic.slice(0, 4)}`,
        `id ${second.slice(0, 4)}`,
      ])
    expect(await call('irn_unsubscribe', { topic, id: 'any' })).toBe(true)
    expect(await call('irn_batchUnsubscribe', { subscriptions: [{ topic }, { topic: second }] })).toBe(true)
    expect(done).toEqual([
      ['subscribe', [topic]],
      ['subscribe', [topic]],
      ['subscribe', [topic, second]],
      ['subscribe', [topic, second]],
      ['unsubscribe', topic],
      ['unsubscribe', topic],
      ['unsubscribe', second],
    ])
  })

  it('are read as the party of the client, without what is the relay’s own', async () => {
    const stored: StoredMessage = {
      seq: 1,
      topic,
      hash: 'hash',
      message,
      tag: 1,
      attestation: null,
      sender: 'somebody',
      publishedAt: 5,
      expiresAt: 9,
    }
    const { call, done } = open({ stored: [stored, { ...stored, attestation: 'a.b' }], hasMore: true })
    const delivered = { topic, message, publishedAt: 5, tag: 1 }
    const answer = { messages: [delivered, { ...delivered, attestation: 'a.b' }], hasMore: true }
    expect(await call('irn_fetchMessages', { topic })).toEqual(answer)
    expect(await call('irn_batchFetchMessages', { topics: [topic] })).toEqual(answer)
    const asked = ['read', { wants: [{ topic, party: `party of ${topic.slice(0, 4)}` }], after: 0 }]
    expect(done).toEqual([asked, asked])
  })

  it('are notified of what has arrived by its hash', async () => {
    const { call, done } = open()
    const hash = createHash('sha256').update(message)
    const messageId = hash.copy().digest('hex')
    expect(await call('irn_batchReceive', { receipts: [{ topic, messageId }] })).toBe(true)
    expect(done).toEqual([['receive', [{ topic, hash: hash.digest('base64url') }]]])
    expect(await problem(call('irn_batchReceive', { receipts: [{ topic, messageId: 'x' }] }))).toBe('InvalidTopic')
  })
})

describe('a session', () => {
  const pairingTopic = newTopic()
  const party = (on: string) => `party of ${on.slice(0, 4)}`

  it('is proposed on a pairing, which is then listened to', async () => {
    const { call, done } = open()
    expect(await call('wc_proposeSession', { pairingTopic, sessionProposal: message, attestation: 'a.b' })).toBe(true)
    const row = { ...kept, topic: pairingTopic, sender: party(pairingTopic), tag: 1100, attestation: 'a.b' }
    expect(done).toEqual([
      ['admit', 1],
      ['subscribe', [pairingTopic]],
      ['put', [row]],
    ])
    await call('wc_proposeSession', { pairingTopic, sessionProposal: message, ttl: 400 })
    expect(done.at(-1)).toEqual(['put', [{ ...row, ttl: 400, attestation: undefined }]])
  })

  it('is approved by an answer on the pairing and a message on its own topic, which is listened to', async () => {
    const { call, done } = open()
    const settlement = sealed(50)
    const given = {
      pairingTopic,
      sessionTopic: topic,
      sessionProposalResponse: message,
      sessionSettlementRequest: settlement,
    }
    expect(await call('wc_approveSession', given)).toBe(true)
    const rows = [
      { ...kept, topic: pairingTopic, sender: party(pairingTopic), tag: 1101 },
      { ...kept, message: settlement, tag: 1102 },
    ]
    expect(done).toEqual([
      ['admit', 2],
      ['subscribe', [topic]],
      ['put', rows],
    ])
    await call('wc_approveSession', { ...given, ttl: 400 })
    expect(done.at(-1)).toEqual(['put', rows.map((row) => ({ ...row, ttl: 400 }))])
  })

  it('that is not well-formed is not listened to, and nothing is kept', async () => {
    for (const [method, params] of [
      ['wc_proposeSession', { pairingTopic: 'x', sessionProposal: message }],
      ['wc_proposeSession', { pairingTopic, sessionProposal: 'not sealed' }],
      ['wc_approveSession', { pairingTopic, sessionTopic: topic, sessionProposalResponse: message }],
      ['wc_approveSession', { pairingTopic, sessionTopic: 'x', sessionProposalResponse: message }],
      ['wc_approveSession', { pairingTopic: 'x', sessionTopic: topic, sessionSettlementRequest: message }],
    ] as const) {
      const { call, done } = open()
      expect(await problem(call(method, params))).toMatch(/^Invalid/)
      expect(done.filter(([name]) => name !== 'admit')).toEqual([])
    }
  })
})

describe('a refusal', () => {
  it('names the method that is not known, cut to a length', async () => {
    const { call } = open()
    const asked = call(`irn_${'x'.repeat(100)}`)
    await expect(asked).rejects.toThrow(new RelayRefusal('InvalidMethod', `Method not found: irn_${'x'.repeat(60)}`))
    expect(await problem(call('irn_Publish', good))).toBe('InvalidMethod')
  })

  it('of the limit stands before anything else', async () => {
    const { context, done } = open()
    const admit = () => {
      throw new RelayRefusal('TooManyRequests', 'Slow down')
    }
    for (const [method, params] of [
      ['irn_publish', good],
      ['wc_proposeSession', { pairingTopic: topic, sessionProposal: message }],
      [
        'wc_approveSession',
        {
          pairingTopic: topic,
          sessionTopic: topic,
          sessionProposalResponse: message,
          sessionSettlementRequest: message,
        },
      ],
    ] as const)
      expect(await problem(runCall({ ...context, admit }, method, params))).toBe('TooManyRequests')
    expect(done).toEqual([])
  })

  it.each<[RelayProblem, number, string]>([
    ['InvalidMethod', -32601, 'UNSUPPORTED_METHOD'],
    ['InvalidParams', -32600, 'INVALID_PARAMS'],
    ['InvalidTopic', -32600, 'INVALID_PARAMS'],
    ['PayloadSizeExceeded', -32600, 'INVALID_PARAMS'],
    ['BatchLimitExceeded', -32600, 'INVALID_PARAMS'],
    ['BatchEmpty', -32600, 'INVALID_PARAMS'],
    ['Serialization', -32600, 'INVALID_REQUEST'],
    ['TtlTooShort', -32000, 'INVALID_PARAMS'],
    ['TtlTooLong', -32000, 'INVALID_PARAMS'],
    ['MailboxLimitExceeded', -32000, 'RATE_LIMITED'],
    ['SubscriberLimitExceeded', -32000, 'RATE_LIMITED'],
    ['TooManyRequests', 3001, 'RATE_LIMITED'],
    ['Internal', -32603, 'UNKNOWN'],
  ])('%s has the number that clients know', (name, rpcCode, code) => {
    const cause = new Error('Why')
    const refusal = new RelayRefusal(name, 'Words', { cause })
    expect(refusal).toMatchObject({ problem: name, rpcCode, code, message: 'Words', cause })
  })
})
