import type { EmbeddedWallet, SocialProvider } from '@latchkey/core'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { FrameLink } from './frameLink.js'
import type { SignInCache } from './signInCache.js'
import { keepPlace, takeSocialReturn } from './takeSocialReturn.js'

/** How often the window is looked at, in milliseconds: nothing tells that it was closed. */
const lookInterval = 1_000
/** In which order they are offered. */
const order: readonly SocialProvider[] = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']

/** What a page signs in with a social account by; the window is opened before, within the click. */
export type SocialVerbs = {
  getSocials: EmbeddedWallet['getSocials']
  hasPasskey: EmbeddedWallet['hasPasskey']
  connectSocial(popup: Window | null, parameters: Parameters<EmbeddedWallet['connectSocial']>[0]): Promise<void>
  /** Leaves the page for the provider; rejects where that fails, or where the person came back without having signed in. */
  leaveFor(parameters: Parameters<EmbeddedWallet['connectSocial']>[0]): Promise<void>
  /** Ends the sign-in whose result stands in the address that the person came back to; false where there is none. */
  comeBack(): Promise<boolean>
}

function failed(cause?: unknown, details?: string): LatchkeyError {
  return new LatchkeyError('CONNECTION_FAILED', 'Failed to initiate social connection', {
    ...(cause === undefined ? {} : { cause }),
    ...(details === undefined ? {} : { details }),
    hints: ['Allow this site to open windows, and try again.'],
  })
}

/** Makes the verb that signs in with a social account. */
export function createSocialVerbs({
  link,
  cache,
  origin,
  settle,
  wanted,
  onSignedIn,
  page = window,
}: {
  readonly link: FrameLink
  readonly cache: SignInCache
  /** The wallet's. */
  readonly origin: string
  readonly settle: () => Promise<void> | undefined
  /** What of the account is asked for, as with every other question after it. */
  readonly wanted: () => {
    readonly chainId?: number | string
    readonly preferredAccountType?: string
    readonly rpcUrl?: string
  }
  readonly onSignedIn: (email: string | undefined) => void
  readonly page?: Pick<Window, 'addEventListener' | 'removeEventListener'>
}): SocialVerbs {
  type Offer = { readonly socials: readonly SocialProvider[]; readonly passkey: boolean }
  let asked: Promise<Offer> | undefined

  async function askServer(): Promise<Offer> {
    const response = await fetch(`${origin}/social/providers`, { credentials: 'omit' })
    const body: unknown = await response.json()
    const { providers, passkey } = (body ?? {}) as { readonly providers?: unknown; readonly passkey?: unknown }
    const socials = Array.isArray(providers) ? order.filter((name) => providers.includes(name)) : []
    return { socials, passkey: passkey === true }
  }
  function offer(): Promise<Offer> {
    asked ??= askServer().catch(() => {
      asked = undefined
      return { socials: [], passkey: false }
    })
    return asked
  }

  /** Resolves with what the wallet's window says; rejects when it was closed before. */
  function watch(popup: Window, given: AbortSignal | undefined): Promise<string> {
    return new Promise((resolve, reject) => {
      const finish = (job: () => void) => {
        clearInterval(looking)
        page.removeEventListener('message', hear)
        given?.removeEventListener('abort', abort)
        job()
      }
      const hear = ({ origin: from, source, data }: MessageEvent<unknown>) => {
        const { resultUri } = (data ?? {}) as { readonly resultUri?: unknown }
        if (from !== origin || source !== popup || typeof resultUri !== 'string') return
        finish(() => resolve(resultUri))
      }
      const abort = () => finish(() => reject(new LatchkeyError('ABORTED', 'Request was aborted')))
      const looking = setInterval(() => {
        if (popup.closed) finish(() => reject(new LatchkeyError('USER_REJECTED', 'Popup closed')))
      }, lookInterval)
      page.addEventListener('message', hear)
      given?.addEventListener('abort', abort)
      if (given?.aborted) abort()
    })
  }

  async function finish(uri: string, signal?: AbortSignal): Promise<void> {
    const user = await link.ask('connectSocial', { uri, ...wanted() }, signal).catch((cause: unknown) => {
      if (signal?.aborted) throw cause
      throw new LatchkeyError('CONNECTION_FAILED', 'Failed to connect', {
        cause,
        details: cause instanceof Error ? cause.message : String(cause),
      })
    })
    if (user.userName) cache.set({ socialUsername: user.userName.slice(0, 254) })
    onSignedIn(user.email ?? undefined)
  }

  return {
    async comeBack() {
      const resultUri = takeSocialReturn(origin)
      if (resultUri === undefined) return false
      await link.start()
      await settle()
      await finish(resultUri)
      return true
    },
    async leaveFor({ provider, signal }) {
      const returnUri = location.href.split('#')[0] ?? ''
      const ask = async () => {
        await link.start(signal)
        await settle()
        return link.ask('getSocialRedirectUri', { provider, returnUri }, signal)
      }
      const { uri } = await ask().catch((cause: unknown) => {
        if (isLatchkeyError(cause, 'ABORTED')) throw cause
        throw failed(cause, cause instanceof Error ? cause.message : undefined)
      })
      keepPlace()
      location.assign(uri)
      // The page ends here, unless the browser keeps it and the person goes back to it.
      await new Promise<void>((_, reject) => {
        page.addEventListener('pageshow', () => reject(new LatchkeyError('ABORTED', 'The sign-in was cancelled')), {
          once: true,
        })
        signal?.addEventListener('abort', () => reject(new LatchkeyError('ABORTED', 'Request was aborted')))
      })
    },
    getSocials: async () => (await offer()).socials,
    hasPasskey: async () => (await offer()).passkey,
    async connectSocial(popup, { provider, signal }) {
      if (!popup) throw failed()
      const closed = new AbortController()
      const either = signal ? AbortSignal.any([signal, closed.signal]) : closed.signal
      const done = watch(popup, signal)
      // What is asked meanwhile ends with the window.
      done.catch(() => closed.abort())
      try {
        const ask = async () => {
          await link.start(either)
          await settle()
          return link.ask('getSocialRedirectUri', { provider }, either)
        }
        const { uri } = await ask().catch(async (cause: unknown) => {
          if (either.aborted) await done
          throw isLatchkeyError(cause, 'ABORTED') ? cause : failed(cause)
        })
        popup.location.href = uri
        const resultUri = await done
        popup.close()
        await finish(resultUri, signal)
      } catch (error) {
        popup.close()
        throw error
      }
    },
  }
}
