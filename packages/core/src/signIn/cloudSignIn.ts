import { type AccountId, type ChainId, isChainId, toAccountId } from '@latchkey/protocol/caip'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { rpcTimeout } from '@latchkey/protocol/internal/limits'
import type { SignInMessage } from '@latchkey/protocol/siwx'
import { readText } from '../calls/readText.js'
import type { CreateSignIn, SignInSession } from './signInAdapter.js'
import { signInKey } from './signInKey.js'

/** The parameters of `cloudSignIn`. */
export type CloudSignInOptions = {
  /** Base URL of the Latchkey server that signs people in, for example `https://api.example.com`. */
  readonly url: string
  /** The project ID; any text where the server is open. Default: `local`. */
  readonly projectId?: string
  /** One line that the person reads above the fields. */
  readonly statement?: string
  /** URIs that the person agrees to with the sign-in. */
  readonly resources?: readonly string[]
  /** Host of the page. Default: what the browser says. */
  readonly domain?: string
  /** Address of the page. Default: the origin that the browser says. */
  readonly uri?: string
  /** False: who does not sign in stays connected. Default true. */
  readonly required?: boolean
  /** False: a sign-in outlives the connection. Default true. */
  readonly signOutOnDisconnect?: boolean
}

/** The lifetime of a message in milliseconds: the maximum that servers accept. The server sets the lifetime of the sign-in. */
const messageLife = 24 * 3_600_000

type Saved = { readonly format: 2; readonly tokens: { readonly [account: string]: string } }

/**
 * Signs people in at a Latchkey server, which makes the nonces, checks each signature and keeps the sign-ins. The page keeps the
 * token of each, for all its tabs; a backend checks it with the server's published keys.
 *
 * @param options - See {@link CloudSignInOptions}.
 * @returns What to give to `createConfig({ siwx })`. Its `getToken` gives the token of an account.
 * @see https://chainagnostic.org/CAIPs/caip-122
 *
 * @example
 * import { cloudSignIn, createConfig } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet], siwx: cloudSignIn({ url: 'https://api.example.com' }) })
 */
export function cloudSignIn(options: CloudSignInOptions): CreateSignIn {
  return ({ storage }) => {
    // Each nonce counts only with the token that it came with.
    const nonceTokens = new Map<string, string>()
    const read = () => storage.get(signInKey, isSaved)?.tokens ?? {}
    const write = (tokens: Saved['tokens']) => {
      if (Object.keys(tokens).length === 0) storage.remove(signInKey)
      else storage.set(signInKey, { format: 2, tokens })
    }
    const forget = (account: string) => {
      const { [account]: _, ...rest } = read()
      write(rest)
    }

    async function call(method: string, path: string, headers: Record<string, string> = {}, body?: unknown) {
      const url = new URL(`auth/v1/${path}`, options.url.endsWith('/') ? options.url : `${options.url}/`)
      url.searchParams.set('projectId', options.projectId ?? 'local')
      const init = { method, headers, signal: AbortSignal.timeout(rpcTimeout) }
      const ask = async () => {
        const response = await fetch(url, body === undefined ? init : { ...init, body: JSON.stringify(body) })
        return { response, text: await readText(response) }
      }
      const { response, text } = await ask().catch((cause) => {
        if (isLatchkeyError(cause)) throw badAnswer(cause)
        throw new LatchkeyError('API_UNREACHABLE', 'The sign-in service is not reachable.', { cause })
      })
      // The server says why in words.
      if (!response.ok) throw new LatchkeyError(response.status === 401 ? 'UNAUTHORIZED' : 'API_REFUSED', text)
      try {
        // Any other JSON value has no fields to read.
        return Object(JSON.parse(text)) as Record<string, unknown>
      } catch (cause) {
        throw badAnswer(cause)
      }
    }

    async function add({ data, message, signature }: SignInSession): Promise<void> {
      const account = keyOf(data.chainId, data.accountAddress)
      const nonceToken = nonceTokens.get(data.nonce)
      if (nonceToken === undefined)
        throw new LatchkeyError('SIGNATURE_INVALID', 'This message was not made here.', { hints: ['Sign in again.'] })
      nonceTokens.delete(data.nonce)
      const { toString: _, ...fields } = data
      const sent = { data: fields, message, signature }
      const { token } = await call('POST', 'authenticate', { 'x-nonce-jwt': `Bearer ${nonceToken}` }, sent)
      if (typeof token !== 'string') throw badAnswer()
      write({ ...read(), [account]: token })
    }

    async function revoke(account: string): Promise<void> {
      const token = read()[account]
      if (token === undefined) return
      // Whatever the server says, this page is signed out.
      forget(account)
      await call('DELETE', 'me', bearer(token))
    }

    return {
      signOutOnDisconnect: options.signOutOnDisconnect ?? true,
      getRequired: () => options.required ?? true,
      getToken: (chainId, address) => read()[keyOf(chainId, address)],
      async createMessage({ accountAddress, chainId }) {
        const { formatSignInMessage } = await import('@latchkey/protocol/siwx')
        const { nonce, token } = await call('GET', 'nonce')
        if (typeof nonce !== 'string' || typeof token !== 'string') throw badAnswer()
        nonceTokens.set(nonce, token)
        const now = Date.now()
        const message: SignInMessage = {
          accountAddress,
          chainId,
          domain: options.domain ?? pageOf().host,
          uri: options.uri ?? pageOf().origin,
          version: '1',
          nonce,
          issuedAt: new Date(now).toISOString(),
          expirationTime: new Date(now + messageLife).toISOString(),
          ...(options.statement ? { statement: options.statement } : {}),
          ...(options.resources ? { resources: options.resources } : {}),
        }
        const serializedMessage = formatSignInMessage(message)
        return { ...message, serializedMessage, toString: () => serializedMessage }
      },
      addSession: add,
      async setSessions(sessions) {
        const wanted = new Set<string>(sessions.map(({ data }) => keyOf(data.chainId, data.accountAddress)))
        for (const account of Object.keys(read())) if (!wanted.has(account)) await revoke(account)
        // Those that the server told of have no message, and are kept already.
        for (const session of sessions) if (session.message !== '') await add(session)
      },
      revokeSession: (chainId, address) => revoke(keyOf(chainId, address)),
      async getSessions(chainId, address) {
        const account = keyOf(chainId, address)
        const token = read()[account]
        if (token === undefined) return []
        try {
          const message = readMessage(await call('GET', 'me', bearer(token)))
          return message && keyOf(message.chainId, message.accountAddress) === account
            ? [{ data: message, message: '', signature: '' }]
            : []
        } catch (error) {
          if (!(error instanceof LatchkeyError) || error.code !== 'UNAUTHORIZED') throw error
          // Another tab may have signed in anew meanwhile.
          if (read()[account] === token) forget(account)
          return []
        }
      },
    }
  }
}

function readMessage(message: Record<string, unknown>): SignInMessage | undefined {
  const { address, caip2Network, domain, uri, nonce, exp } = message
  if (!isChainId(caip2Network) || typeof exp !== 'number') return undefined
  return {
    accountAddress: String(address),
    chainId: caip2Network,
    domain: String(domain),
    uri: String(uri),
    version: '1',
    nonce: String(nonce),
    expirationTime: new Date(exp * 1_000).toISOString(),
  }
}

/** Only the letters of an EVM address may be written in either case. */
function keyOf(chainId: ChainId, address: string): AccountId {
  return toAccountId(chainId, chainId.startsWith('eip155:') ? address.toLowerCase() : address)
}

function badAnswer(cause?: unknown): LatchkeyError<'API_BAD_ANSWER'> {
  const options = cause === undefined ? {} : { cause }
  return new LatchkeyError('API_BAD_ANSWER', 'The sign-in service returned an unexpected response.', options)
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` }
}

function isSaved(value: unknown): value is Saved {
  const { format, tokens } = (value ?? {}) as { format?: unknown; tokens?: unknown }
  return (
    format === 2 &&
    typeof tokens === 'object' &&
    tokens !== null &&
    Object.values(tokens).every((each) => typeof each === 'string')
  )
}

function pageOf(): Location {
  if (typeof location !== 'undefined') return location
  throw new LatchkeyError('INVALID_CONFIG', 'There is no page here whose address could stand in a sign-in message.', {
    hints: ['Pass domain and uri to cloudSignIn().'],
  })
}
