import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import { toBase64Url } from '@latchkey/protocol/internal/bytes'
import { walletRefusal } from '@latchkey/protocol/internal/walletApi'
import { requestBytes } from '@latchkey/protocol/internal/walletSigning'
import * as z from 'zod/mini'
import type { Device } from '../storage/openDevice.js'
import type { WalletServer } from '../types.js'
import type { Gate } from './createGate.js'
import { isRefusal, WalletServerError } from './walletServerError.js'

/** The parameters of server calls. */
export type ServerParts = {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly device: Device
  /** The session of the moment; undefined before there is one. */
  readonly session: () => Promise<{ readonly sessionToken: string; readonly sessionId: string } | undefined>
  readonly now: () => number
  readonly gate: Gate
  /** Takes the token that replaces the session's, before any other call goes out. */
  readonly renew: (sessionToken: string) => Promise<void>
  /** Told when the server no longer knows the session that a call was made with. */
  readonly onExpired?: ((sessionId: string) => Promise<void>) | undefined
}

// Longer than the server keeps a poll open.
const callTimeout = 40_000
const renewal = z.object({ sessionToken: z.string() })
const beforeSessions =
  /^\/api\/(auth\/email\/(start|resend|verify|device)|auth\/social\/(start|finish|farcaster)|auth\/code\/verify|vault\/find|recovery\/mail\/login)(\/|$)/

/**
 * Creates the client of the wallet's own server. Each call is signed by this browser's device; a clock that is wrong is put
 * right once by the server's word.
 *
 * @param parts - How to reach it, and as whom.
 * @returns The client.
 */
export function createWalletServer(parts: ServerParts): WalletServer {
  const { fetch, device, session, now, gate, renew, onExpired } = parts
  let skew = 0

  async function send(call: Parameters<WalletServer['call']>[0]): Promise<unknown> {
    const { method, path, signal } = call
    const body = method === 'POST' ? JSON.stringify(call.body ?? {}) : ''
    const { sessionToken, sessionId } = (beforeSessions.test(path) ? undefined : await session()) ?? {}
    const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(16)))
    const timestamp = Math.round(now() + skew)
    const headers: Record<string, string> = {
      'x-latchkey-frame': '1',
      'x-device': device.id,
      'x-nonce': nonce,
      'x-timestamp': String(timestamp),
      'x-signature': await device.sign(requestBytes({ method, path, body, nonce, timestamp, sessionId })),
    }
    if (sessionToken !== undefined) headers.authorization = `Bearer ${sessionToken}`
    if (method === 'POST') headers['content-type'] = 'application/json'
    const answer = await reach(path, { method, headers, ...(body === '' ? {} : { body }) }, signal)
    if (answer.isOk) return answer.body
    const refusal = z.safeParse(walletRefusal, answer.body)
    if (!refusal.success) throw unreachable()
    if (refusal.data.code === 'SESSION_EXPIRED' && sessionId !== undefined) await onExpired?.(sessionId)
    throw new WalletServerError(refusal.data)
  }

  async function reach(path: string, init: RequestInit, signal: AbortSignal | undefined) {
    const limit = AbortSignal.timeout(callTimeout)
    try {
      const response = await fetch(path, {
        ...init,
        credentials: 'omit',
        cache: 'no-store',
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      return { isOk: response.ok, body: (await response.json()) as unknown }
    } catch (cause) {
      if (signal?.aborted) throw new LatchkeyError('ABORTED', 'Request was aborted', { cause })
      throw unreachable(cause)
    }
  }

  async function sendInTime(call: Parameters<WalletServer['call']>[0]): Promise<unknown> {
    try {
      return await send(call)
    } catch (error) {
      if (!isRefusal(error, 'CLOCK_SKEW') || error.serverTime === undefined) throw error
      skew = error.serverTime - now()
      return send(call)
    }
  }
  async function sendRenewal(call: Parameters<WalletServer['call']>[0]): Promise<unknown> {
    const body = await sendInTime(call)
    const { sessionToken } = z.parse(renewal, body)
    await renew(sessionToken)
    return body
  }

  return {
    async call(call) {
      const { path } = call
      const body = await (beforeSessions.test(path)
        ? sendInTime(call)
        : path === '/api/auth/step-up/verify'
          ? gate.alone(() => sendRenewal(call))
          : gate.together(() => sendInTime(call)))
      try {
        return call.parse(body)
      } catch (cause) {
        if (isLatchkeyError(cause)) throw cause
        throw new LatchkeyError('API_BAD_ANSWER', 'The wallet’s server gave an answer that does not fit', { cause })
      }
    },
  }
}

function unreachable(cause?: unknown): LatchkeyError {
  return new LatchkeyError(
    'API_UNREACHABLE',
    'The wallet cannot be reached. Check your connection and try again.',
    cause === undefined ? {} : { cause },
  )
}
