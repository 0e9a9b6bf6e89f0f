import type { EmbeddedWallet, SocialProvider } from '@latchkey/core'
import { isLatchkeyError, LatchkeyError } from '@latchkey/protocol/errors'
import type { FrameLink } from './frameLink.js'
import type { SignInCache } from './signInCache.js'
import { keepPlace, takeSocialReturn } from './takeSocialReturn.js'

/** Polling interval of the window, in milliseconds: closing it fires no event. */
const lookInterval = 1_000
/** The order of the buttons. */
const order: readonly SocialProvider[] = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']

/** The actions of social logins; the window is opened before, during the click. */
export type SocialActions = {
  getSocials: EmbeddedWallet['getSocials']
  hasPasskey: EmbeddedWallet['hasPasskey']
  connectSocial(popup: Window | null, parameters: Parameters<EmbeddedWallet['connectSocial']>[0]): Promise<void>
  /** Navigates to the provider; rejects if that fails, or if the visitor returns without signing in. */
  redirectToProvider(parameters: Parameters<EmbeddedWallet['connectSocial']>[0]): Promise<void>
  /** Completes the sign-in whose result is in the page's URL; false without one. */
  comeBack(): Promise<boolean>
}

function failed(cause?: unknown, details?: string): LatchkeyError {
  return new LatchkeyError('CONNECTION_FAILED', 'Failed to initiate social connection', {
    ...(cause === undefined ? {} : { cause }),
    ...(details === undefined ? {} : { details }),
    hints: ['Allow this site to open windows, and try again.'],
  })
}

/** Creates the action that signs in with a social account. */
export function createSocialActions({
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
  /** The origin of the wallet. */
  readonly origin: string
  readonly settle: () => Promise<void> | undefined
  /** The parameters of the account request, as in every later one. */
  readonly wanted: () => {
    readonly chainId?: number | string
    readonly preferredAccountType?: string
    readonly rpcUrl?: string
  }
  readonly onSignedIn: (email: string | undefined) => void
  readonly page?: Pick<Window, 'addEventListener' | 'removeEventListener'>
}): SocialActions {
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

  /** Resolves with the message of the wallet's window; rejects if it is closed before. */
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
    async redirectToProvider({ provider, signal }) {
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
      // The page unloads here, unless the visitor returns to it from the back/forward cache.
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
      // Open requests end with the window.
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
