import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, generateSiweNonce } from 'viem/siwe'
import { readText } from '../readText.js'
import { type FarcasterAccount, farcasterAccounts, signingKey } from './farcasterAccounts.js'
import { farcasterAnswer, farcasterPage } from './farcasterPage.js'

/** The relay of the local Farcaster, with the app that answers what waits there. */
export type FarcasterRelay = {
  /** The key that an app needs to respond. */
  authKey: string
  /** Answers a request whose path is without `/farcaster`. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** The request of a site. */
type Asked = {
  siweUri: string
  domain: string
  nonce: string
  notBefore?: string
  expirationTime?: string
  requestId?: string
}
/** The response of an app. */
type Signed = { message: string; signature: string; fid: number; authMethod: 'custody' | 'authAddress' }
type Channel = { asked: Asked; url: string; until: number; signed?: Signed & { username?: string } }

/** How long a channel stays, in milliseconds. */
const channelLife = 3_600_000
const domainPattern = /^[a-zA-Z0-9.-]+(:[0-9]+)?$/

/**
 * Creates a relay with the calls of Farcaster's, whose channels one website opens and one app answers, and the page of such an app.
 *
 * @param at - Its URL.
 */
export function createFarcasterRelay(at: string): FarcasterRelay {
  const authKey = randomBytes(16).toString('hex')
  const channels = new Map<string, Channel>()

  function find(token: string): Channel | undefined {
    const found = channels.get(token)
    if (found !== undefined && found.until > Date.now()) return found
    channels.delete(token)
    return undefined
  }

  function open(body: unknown): object | undefined {
    const { siweUri, domain, nonce, notBefore, expirationTime, requestId } = (body ?? {}) as Partial<Asked>
    if (typeof siweUri !== 'string' || !URL.canParse(siweUri)) return undefined
    if (typeof domain !== 'string' || !domainPattern.test(domain)) return undefined
    const asked: Asked = {
      siweUri,
      domain,
      nonce: nonce ?? generateSiweNonce(),
      ...(notBefore === undefined ? {} : { notBefore }),
      ...(expirationTime === undefined ? {} : { expirationTime }),
      ...(requestId === undefined ? {} : { requestId }),
    }
    const channelToken = randomBytes(6).toString('hex').toUpperCase()
    const url = `${at}/siwf?channelToken=${channelToken}`
    channels.set(channelToken, { asked, url, until: Date.now() + channelLife })
    return { channelToken, url, connectUri: url, nonce: asked.nonce }
  }

  function show({ asked, signed }: Channel): object {
    const { nonce } = asked
    return {
      state: signed === undefined ? 'pending' : 'completed',
      nonce,
      ...signed,
      acceptAuthAddress: true,
      signatureParams: asked,
      metadata: { ip: '127.0.0.1', userAgent: 'Unknown' },
    }
  }

  async function sign(account: FarcasterAccount, { asked }: Channel): Promise<Signed> {
    const { siweUri: uri, domain, nonce, notBefore, expirationTime, requestId } = asked
    const signer = privateKeyToAccount(signingKey(account))
    const message = createSiweMessage({
      domain,
      uri,
      nonce,
      address: signer.address,
      version: '1',
      chainId: 10,
      statement: 'Farcaster Auth',
      issuedAt: new Date(),
      ...(notBefore === undefined ? {} : { notBefore: new Date(notBefore) }),
      ...(expirationTime === undefined ? {} : { expirationTime: new Date(expirationTime) }),
      ...(requestId === undefined ? {} : { requestId }),
      resources: [`farcaster://fid/${account.fid}`],
    })
    const authMethod = account.signer === undefined ? 'custody' : 'authAddress'
    return { message, signature: await signer.signMessage({ message }), fid: account.fid, authMethod }
  }

  async function interact(request: IncomingMessage, response: ServerResponse, query: URLSearchParams): Promise<void> {
    const isAnswer = request.method === 'POST'
    const given = isAnswer ? new URLSearchParams(await readText(request)) : query
    const token = given.get('channelToken') ?? ''
    const channel = find(token)
    const page = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
      response.end(text)
    }
    if (channel === undefined || channel.signed !== undefined)
      return page(404, farcasterAnswer('This link is no longer good', 'Begin again where you wanted to sign in.'))
    if (!isAnswer) return page(200, farcasterPage(token, channel.asked.domain))
    const account = farcasterAccounts[Number(given.get('account') || Number.NaN)]
    // An app that rejects sends nothing: the request runs into its timeout.
    if (account === undefined) return page(200, farcasterAnswer('Refused', 'Nothing was signed.'))
    channel.signed = { ...(await sign(account, channel)), username: account.userName }
    page(200, farcasterAnswer('Signed', `@${account.userName} signs in to ${channel.asked.domain}. Go back there.`))
  }

  async function relay(request: IncomingMessage, path: string): Promise<readonly [status: number, body: object]> {
    if (request.method === 'POST' && path === '/v1/channel') {
      const opened = open(await readJson(request))
      return opened === undefined ? [400, { error: 'Validation error' }] : [201, opened]
    }
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const channel = find(token)
    if (request.method === 'GET' && path === '/v1/channel/status') {
      if (channel === undefined) return [401, { error: 'Unauthorized' }]
      // What was answered is given once.
      if (channel.signed !== undefined) channels.delete(token)
      return [channel.signed === undefined ? 202 : 200, show(channel)]
    }
    if (request.method === 'POST' && path === '/v1/channel/authenticate') {
      if (request.headers['x-farcaster-auth-relay-key'] !== authKey || channel === undefined)
        return [401, { error: 'Unauthorized' }]
      const { message, signature, fid, authMethod, username } = ((await readJson(request)) ?? {}) as Partial<
        Signed & { username: string }
      >
      if (typeof message !== 'string' || !/^0x[\da-f]{130}$/i.test(String(signature)) || !Number.isInteger(fid))
        return [400, { error: 'Validation error' }]
      channel.signed = {
        message,
        signature: String(signature),
        fid: Number(fid),
        authMethod: authMethod === 'authAddress' ? authMethod : 'custody',
        ...(typeof username === 'string' ? { username } : {}),
      }
      return [201, show(channel)]
    }
    return [404, { error: 'Not found' }]
  }

  return {
    authKey,
    async answer(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? '/', at)
      if (pathname === '/siwf') return interact(request, response, searchParams)
      const [status, body] = await relay(request, pathname)
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(JSON.stringify(body))
    },
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  try {
    return JSON.parse(await readText(request))
  } catch {
    return undefined
  }
}
