import { loadCode } from '../loadCode.js'
import type { createFarcasterHandlers } from './farcaster.js'
import type { HandlerGroup } from './groups.js'
import type { createSocialHandlers } from './social.js'

/** Loads what signs in at providers when a page first asks for it. */
export function createLazySocialHandlers(
  parts: Parameters<typeof createSocialHandlers>[0] & Parameters<typeof createFarcasterHandlers>[0],
): HandlerGroup<'getSocialRedirectUri' | 'connectSocial' | 'getFarcasterUri' | 'connectFarcaster'> {
  let handlers: ReturnType<typeof createSocialHandlers> | undefined
  async function load(): Promise<ReturnType<typeof createSocialHandlers>> {
    const { createSocialHandlers } = await loadCode(() => import('./social.js'))
    handlers ??= createSocialHandlers(parts)
    return handlers
  }
  let farcaster: ReturnType<typeof createFarcasterHandlers> | undefined
  async function loadFarcaster(): Promise<ReturnType<typeof createFarcasterHandlers>> {
    const { createFarcasterHandlers } = await loadCode(() => import('./farcaster.js'))
    farcaster ??= createFarcasterHandlers(parts)
    return farcaster
  }
  return {
    getSocialRedirectUri: async (payload, asked) => (await load()).getSocialRedirectUri(payload, asked),
    connectSocial: async (payload, asked) => (await load()).connectSocial(payload, asked),
    getFarcasterUri: async (payload, asked) => (await loadFarcaster()).getFarcasterUri(payload, asked),
    connectFarcaster: async (payload, asked) => (await loadFarcaster()).connectFarcaster(payload, asked),
  }
}
