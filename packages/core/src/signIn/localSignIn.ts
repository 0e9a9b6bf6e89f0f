import { type ChainId, isChainId, parseChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { SignInMessage } from '@latchkey/protocol/siwx'
import type { CreateSignIn, SignInSession } from './signInAdapter.js'
import { signInKey } from './signInKey.js'

/** The parameters of `localSignIn`. */
export type LocalSignInOptions = {
  /** One line that the person reads above the fields. */
  readonly statement?: string
  /** How long a sign-in is valid, in milliseconds. Default: seven days. */
  readonly life?: number
  /** URIs that the person agrees to with the sign-in. */
  readonly resources?: readonly string[]
  /** When the sign-in becomes valid. Default: at once. */
  readonly notBefore?: Date
  /** Host of the page. Default: what the browser says. */
  readonly domain?: string
  /** Address of the page. Default: the origin that the browser says. */
  readonly uri?: string
  /** False: who does not sign in stays connected. Default true. */
  readonly required?: boolean
  /** False: a sign-in outlives the connection. Default true. */
  readonly signOutOnDisconnect?: boolean
}

/** How long a sign-in is valid, in milliseconds. */
const defaultLife = 7 * 24 * 3_600_000
/** More than a person has accounts and chains; the oldest go first. */
const mostKept = 50

/**
 * Signs people in for the page alone: it makes the messages, checks each signature and keeps the sign-ins in the config's
 * storage. A server must not trust what a page says: it makes the nonce itself and checks the signature itself.
 *
 * @param options - See {@link LocalSignInOptions}.
 * @returns What to give to `createConfig({ siwx })`.
 * @see https://chainagnostic.org/CAIPs/caip-122
 *
 * @example
 * import { createConfig, localSignIn } from '@latchkey/core'
 * import { mainnet } from '@latchkey/core/chains'
 * const config = createConfig({ chains: [mainnet], siwx: localSignIn({ statement: 'Sign in to Example.' }) })
 */
export function localSignIn(options: LocalSignInOptions = {}): CreateSignIn {
  return ({ storage, chains, rpcUrls, families = [] }) => {
    const words = () => import('@latchkey/protocol/siwx')
    // A text that this page did not make, or made for an earlier visit, is no sign-in to it.
    const issued = new Set<string>()
    const read = () => storage.get(signInKey, isSaved)?.sessions ?? []
    const write = (sessions: readonly SignInSession[]) => {
      if (sessions.length === 0) storage.remove(signInKey)
      else storage.set(signInKey, { format: 1, sessions: sessions.slice(-mostKept) })
    }

    async function check(session: SignInSession): Promise<void> {
      // What was checked when it came is not checked again.
      if (read().some((known) => known.message === session.message && known.signature === session.signature)) return
      const said = await readMessage(session)
      if (!issued.has(said.nonce) || said.domain !== domainOf(options) || !holdsNow(said)) {
        throw new LatchkeyError('SIGNATURE_INVALID', 'This sign-in is for another page, or its time is over.', {
          hints: ['Sign in again.'],
        })
      }
      const { accountAddress: address, chainId } = said
      const chain = chains().find(({ caipNetworkId }) => caipNetworkId === chainId)
      const { verifySignature } = await import('./verify/verifySignature.js')
      const { message, signature } = session
      const check = { address, chainId, message, signature, rpcUrls: chain ? rpcUrls(chain) : [], families }
      if (!(await verifySignature(check))) {
        throw new LatchkeyError('SIGNATURE_INVALID', 'The signature is not one of this account over this message.', {
          hints: ['Sign in again. If it stays so, use another wallet.'],
        })
      }
    }

    async function readMessage({ data, message }: SignInSession): Promise<SignInMessage> {
      const { formatSignInMessage, parseSignInMessage } = await words()
      const canonical = withAddressOf(message, formatSignInMessage(data))
      const said = parseSignInMessage(canonical)
      // The fields are what an app reads, the text is what was signed: they must say the same.
      if (formatSignInMessage(data) !== canonical)
        throw new LatchkeyError('SIGNATURE_INVALID', 'What was signed is not what the sign-in says.')
      return said
    }

    return {
      signOutOnDisconnect: options.signOutOnDisconnect ?? true,
      getRequired: () => options.required ?? true,
      async createMessage({ accountAddress, chainId }) {
        const { formatSignInMessage } = await words()
        const now = Date.now()
        const message: SignInMessage = {
          accountAddress,
          chainId,
          domain: domainOf(options),
          uri: options.uri ?? pageOf().origin,
          version: '1',
          nonce: randomText(),
          requestId: randomText(),
          issuedAt: new Date(now).toISOString(),
          expirationTime: new Date(now + (options.life ?? defaultLife)).toISOString(),
          ...(options.statement ? { statement: options.statement } : {}),
          ...(options.resources ? { resources: options.resources } : {}),
          ...(options.notBefore ? { notBefore: options.notBefore.toISOString() } : {}),
        }
        const serializedMessage = formatSignInMessage(message)
        issued.add(message.nonce)
        return { ...message, serializedMessage, toString: () => serializedMessage }
      },
      async addSession(session) {
        await check(session)
        const { chainId, accountAddress } = session.data
        write([...read().filter((known) => !isOf(known, chainId, accountAddress)), kept(session)])
      },
      async setSessions(sessions) {
        for (const session of sessions) await check(session)
        write(sessions.map(kept))
      },
      async revokeSession(chainId, address) {
        write(read().filter((known) => !isOf(known, chainId, address)))
      },
      async getSessions(chainId, address) {
        const own = read().filter((known) => isOf(known, chainId, address) && holdsNow(known.data))
        const matching = await Promise.all(own.map((session) => readMessage(session).catch(() => undefined)))
        return own.filter((_, index) => matching[index]?.domain === domainOf(options))
      },
    }
  }
}

/** Wallets that write the text themselves may leave out the checksum of an EVM address; nothing else may differ. */
function withAddressOf(message: string, canonical: string): string {
  const [lines, wanted] = [message.split('\n'), canonical.split('\n')]
  const isSame = lines[1]?.toLowerCase() === wanted[1]?.toLowerCase() && /^0x/.test(wanted[1] ?? '')
  return isSame ? lines.with(1, wanted[1] ?? '').join('\n') : message
}

function holdsNow({ expirationTime, notBefore }: SignInMessage): boolean {
  const now = Date.now()
  return (
    (expirationTime === undefined || now < Date.parse(expirationTime)) &&
    (notBefore === undefined || now >= Date.parse(notBefore))
  )
}

function isOf({ data }: SignInSession, chainId: ChainId, address: string): boolean {
  if (data.chainId !== chainId) return false
  // Only the letters of an EVM address may be written in either case.
  return parseChainId(chainId).namespace === 'eip155'
    ? data.accountAddress.toLowerCase() === address.toLowerCase()
    : data.accountAddress === address
}

/** The serialised form. */
function kept({ data, message, signature, publicKey, cacao }: SignInSession): SignInSession {
  const { toString: _, ...fields } = data
  return {
    data: { ...fields, serializedMessage: message },
    message,
    signature,
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(cacao === undefined ? {} : { cacao }),
  }
}

function isSaved(value: unknown): value is { sessions: readonly SignInSession[] } {
  const { format, sessions } = (value ?? {}) as { format?: unknown; sessions?: unknown }
  return format === 1 && Array.isArray(sessions) && (sessions as unknown[]).every(isSession)
}

function isSession(value: unknown): boolean {
  const { data, message, signature } = (value ?? {}) as { data?: Partial<SignInMessage>; [key: string]: unknown }
  return (
    typeof message === 'string' &&
    typeof signature === 'string' &&
    typeof data === 'object' &&
    isChainId(data?.chainId) &&
    typeof data.accountAddress === 'string'
  )
}

/** 128 bits, of letters and digits alone. */
function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function domainOf({ domain }: LocalSignInOptions): string {
  return domain ?? pageOf().host
}

function pageOf(): Location {
  if (typeof location !== 'undefined') return location
  throw new LatchkeyError('INVALID_CONFIG', 'There is no page here whose address could stand in a sign-in message.', {
    hints: ['Pass domain and uri to localSignIn().'],
  })
}
