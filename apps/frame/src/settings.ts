import { type ChainId, isChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import { createOriginMatcher, loopbackSites } from '@latchkey/protocol/internal/origins'
import * as z from 'zod/mini'
import type { FrameSettings } from './types.js'

const text = z.string().check(z.minLength(1))
const decimals = z.int().check(z.minimum(0), z.maximum(255))
const schema = z.object({
  walletName: text,
  apiUrl: z.string().check(z.refine((text) => /^https?:\/\//.test(text) && URL.canParse(text))),
  sites: z.union([z.literal('loopback'), z.array(text)]),
  trustedSites: z.array(text),
  chains: z.array(
    z.object({
      id: text.check(z.refine(isChainId)),
      name: text,
      nativeCurrency: z.object({ name: text, symbol: text, decimals }),
      tokens: z.array(z.object({ address: text, name: text, symbol: text, decimals })),
      isTestnet: z.boolean(),
    }),
  ),
})

/** The parameters in the frame's URL. `rpcUrl` is ignored: chains are read through the wallet's server. */
export type FrameQuery = {
  readonly projectId: string
  readonly chainId: ChainId | undefined
  readonly isLogging: boolean
}

/**
 * Reads what the server wrote into the page.
 *
 * @param json - The text of the block.
 * @returns The settings.
 * @throws LatchkeyError INVALID_CONFIG when there is nothing, or nothing usable.
 */
export function readSettings(json: string | null | undefined): FrameSettings {
  let value: unknown
  try {
    value = JSON.parse(json ?? '')
  } catch (cause) {
    throw new LatchkeyError('INVALID_CONFIG', 'The server sent no settings for this page', { cause })
  }
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  throw new LatchkeyError('INVALID_CONFIG', 'The server sent invalid settings for this page', {
    cause: result.error,
  })
}

/**
 * Reads the frame's own address.
 *
 * @param search - The query with its question mark.
 * @returns What it says; what is not usable is left out.
 */
export function readQuery(search: string): FrameQuery {
  const query = new URLSearchParams(search)
  const chainId = query.get('chainId')
  return {
    projectId: (query.get('projectId') ?? '').slice(0, 128),
    chainId: isChainId(chainId) ? chainId : undefined,
    isLogging: query.get('enableLogger') === 'true',
  }
}

/**
 * Returns which sites may embed the wallet.
 *
 * @param settings - The settings.
 * @returns Tells whether an origin may.
 * @throws LatchkeyError INVALID_CONFIG when a site is not usable.
 */
export function readSites({ sites }: Pick<FrameSettings, 'sites'>): (origin: string) => boolean {
  return sites === 'loopback'
    ? createOriginMatcher(loopbackSites, { isLocal: true })
    : createOriginMatcher(sites, { isLocal: false })
}

/**
 * Returns which sites may have everything approved within the frame.
 *
 * @param settings - The settings.
 * @returns Tells whether all of these origins are trusted: the page, and those around it, which could hide it as well.
 * @throws LatchkeyError INVALID_CONFIG when a site is not usable.
 */
export function readTrustedSites({
  sites,
  trustedSites,
}: Pick<FrameSettings, 'sites' | 'trustedSites'>): (origins: readonly string[]) => boolean {
  const isTrusted = createOriginMatcher(trustedSites, { isLocal: sites === 'loopback' })
  return (origins) => origins.every(isTrusted)
}
