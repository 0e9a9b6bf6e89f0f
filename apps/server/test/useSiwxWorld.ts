import { formatSignInMessage, type SignInMessage } from '@latchkey/protocol/siwx'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { type Signer, signers } from '../../../packages/core/test/signers.js'
import { type App, createApp } from '../src/app.js'
import { readEnv } from '../src/env.js'
import { createMemoryCache } from '../src/platform/cache/createMemoryCache.js'
import { readChains } from '../src/platform/chains/readChains.js'
import type { Db } from '../src/platform/db/db.js'
import { createLog } from '../src/platform/log/log.js'
import { createSmtpMail } from '../src/platform/mail/createSmtpMail.js'
import type { Mail } from '../src/platform/mail/mail.js'
import { createMetrics, type Metrics } from '../src/platform/metrics/metrics.js'
import { createTokenKeys, type TokenKeys } from '../src/platform/secrets/createTokenKeys.js'
import { createNodes, type Nodes } from '../src/platform/upstream/nodes.js'
import { toChainInput } from './localChains.js'
import { type Inbox, startInbox } from './startInbox.js'
import { useLocalChains } from './useSessionWorld.js'

export const page = 'https://app.example'
export const issuer = 'http://127.0.0.1:3080'
/** Two keys of a ring. */
export const old = Uint8Array.from({ length: 32 }, (_, index) => index + 1)
export const young = Uint8Array.from({ length: 32 }, (_, index) => index + 101)

export type Answer = { status: number; text: string; json: Record<string, unknown> }
type Call = { method?: string; body?: unknown; headers?: Record<string, string> }

/** What a test changes of a sign-in. */
export type Change = {
  fields?: Partial<SignInMessage>
  /** Alters the text after it was made, before it is signed. */
  text?: (text: string) => string
  body?: object
  headers?: Record<string, string>
  given?: { nonce: string; token: string }
  via?: App
}

/** Servers over one database and the local chains, and what pages do to sign people in there. */
export function useSiwxWorld(openDb: () => Promise<Db>, isThere = true) {
  const evm = useLocalChains()
  let people: Awaited<ReturnType<typeof signers>>
  let keys: TokenKeys
  let inbox: Inbox
  let db: Db
  let nodes: Nodes
  let app: App
  const chains = () => readChains(evm().chains.map((chain) => toChainInput(chain)))
  const mailOf = () => createSmtpMail({ url: inbox.url, from: 'Example <a@example.com>' })
  const open = (
    env: Record<string, string> = {},
    more: { keys?: TokenKeys; isKeyless?: boolean; nodes?: Nodes; metrics?: Metrics; mail?: Mail } = {},
  ) =>
    createApp({
      env: readEnv({ LATCHKEY_PUBLIC_URL: issuer, ...env }),
      chains: chains(),
      nodes: more.nodes ?? nodes,
      db,
      cache: createMemoryCache(),
      log: createLog('silent'),
      metrics: more.metrics ?? createMetrics(),
      tokenKeys: more.isKeyless ? undefined : (more.keys ?? keys),
      mail: more.mail ?? (env.LATCHKEY_SIWX_EMAIL === undefined ? undefined : mailOf()),
      clock: () => new Date(),
      fetch,
    })
  const openOther = async (...options: Parameters<typeof open>) => {
    const other = await open(...options)
    onTestFinished(() => other.close())
    return other
  }
  beforeAll(async () => {
    if (!isThere) return
    people = await signers()
    keys = createTokenKeys({ current: '1', keys: new Map([['1', old]]) })
    inbox = await startInbox()
    db = await openDb()
    nodes = createNodes({ chains: chains() })
    app = await open()
  }, 120_000)
  afterAll(async () => {
    await app?.close()
    await inbox?.stop()
    nodes?.close()
    await db?.close()
  })

  async function call(path: string, { method = 'GET', body, headers = {} }: Call = {}, via = app): Promise<Answer> {
    const [name, query = ''] = path.split('?')
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const response = await via.request(`/auth/v1/${name}?projectId=p-1&st=appkit&sv=html-wagmi-1.8.0&${query}`, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('application/json')
    return { status: response.status, text, json: isJson ? JSON.parse(text) : {} }
  }

  async function nonce(origin: string | undefined = page, via = app) {
    const { status, json } = await call('nonce', { headers: origin === undefined ? {} : { origin } }, via)
    expect(status).toBe(200)
    return json as { nonce: string; token: string }
  }

  const fieldsOf = (signer: Pick<Signer, 'chainId' | 'accountAddress'>, value: string): SignInMessage => ({
    accountAddress: signer.accountAddress,
    chainId: signer.chainId,
    domain: 'app.example',
    uri: page,
    version: '1',
    nonce: value,
    issuedAt: new Date().toISOString(),
    expirationTime: new Date(Date.now() + 3_600_000).toISOString(),
  })

  /** Signs in as a page does, with what a test changes of it. */
  async function enter(signer: Signer = people.eip155, change: Change = {}): Promise<Answer> {
    const { fields = {}, text = (same) => same, body = {}, headers = {}, via = app } = change
    const given = change.given ?? (await nonce(page, via))
    const message = text(formatSignInMessage({ ...fieldsOf(signer, given.nonce), ...fields } as SignInMessage))
    const signature = await signer.sign(message)
    const sent = { message, signature, clientId: null, ...body }
    const said = { origin: page, 'x-nonce-jwt': `Bearer ${given.token}`, ...headers }
    return call('authenticate', { method: 'POST', body: sent, headers: said }, via)
  }
  const tokenOf = async (...options: Parameters<typeof enter>) => {
    const { status, json, text } = await enter(...options)
    expect([status, text]).toEqual([200, expect.any(String)])
    return String(json.token)
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const me = (token: string, query = '', via = app) => call(`me?${query}`, { headers: bearer(token) }, via)
  const refused = (answer: Answer, status = 401) => {
    expect([answer.status, answer.json.token]).toEqual([status, undefined])
    // What AppKit shows is the body itself.
    expect(answer.text).toMatch(/^\w[\w ,.'/:-]+$/)
  }

  /** As AppKit's own messages are: the name of its network, the CAIP-2 id, the page's whole address, and no end. */
  const stockText = (data: Partial<SignInMessage>, network = 'Base Sepolia') =>
    [
      `${data.domain} wants you to sign in with your ${network} account:`,
      data.accountAddress,
      '',
      `URI: ${data.uri}`,
      'Version: 1',
      `Chain ID: ${data.chainId}`,
      `Nonce: ${data.nonce}`,
      `Issued At: ${data.issuedAt}`,
      ...(data.resources ? ['Resources:', ...data.resources.map((each) => `- ${each}`)] : []),
    ].join('\n')
  const stockData = (signer: Signer, value: string, more: Partial<SignInMessage> = {}) => {
    const { expirationTime: _, ...data } = fieldsOf(signer, value)
    return { ...data, uri: `${page}/shop?item=1#top`, ...more }
  }
  async function enterStock(
    signer = people.eip155,
    more: Partial<SignInMessage> = {},
    change: Change & { network?: string } = {},
  ) {
    const given = change.given ?? (await nonce(page, change.via))
    const data = stockData(signer, given.nonce, more)
    const text = () => stockText(data, change.network)
    return enter(signer, { ...change, given, text, body: { data, ...change.body } })
  }

  return {
    evm,
    call,
    nonce,
    fieldsOf,
    enter,
    tokenOf,
    bearer,
    me,
    refused,
    stockData,
    enterStock,
    open: openOther,
    app: () => app,
    db: () => db,
    keys: () => keys,
    inbox: () => inbox,
    people: () => people,
  }
}
