import { isChainId } from '@latchkey/protocol/caip'
import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FamilyWalletChain } from './approvalRequest.js'
import type { Switches } from './switches.js'
import type { WalletChain } from './walletChain.js'

/** The options of the test wallet's script. */
export type BrowserConfig = {
  chains: readonly WalletChain[]
  /** The chains of other families, one wallet each under the same name. */
  families?: readonly FamilyWalletChain[]
  accounts?: number
  switches?: Partial<Switches>
}

/**
 * Reads the settings of the script: `?config=<base64url JSON>` in its address, else the page's
 * `<script type="application/json" id="latchkey-test-wallet">`, else what its host gave it.
 *
 * @throws LatchkeyError INVALID_CONFIG when they are not JSON or name no network.
 */
export function readBrowserConfig(
  address: string | undefined,
  embedded: string | null | undefined,
  fallback: BrowserConfig,
): BrowserConfig {
  const query = address === undefined ? null : new URL(address).searchParams.get('config')
  const text = query === null ? embedded : decode(query)
  if (text === null || text === undefined) return checked(fallback)
  try {
    return checked({ ...fallback, ...(JSON.parse(text) as Partial<BrowserConfig>) })
  } catch (cause) {
    if (cause instanceof LatchkeyError) throw cause
    throw new LatchkeyError('INVALID_CONFIG', 'The settings of the test wallet are not JSON', { cause })
  }
}

function checked(config: BrowserConfig): BrowserConfig {
  const { chains, families = [] } = config
  if (!Array.isArray(families) || !families.every(isFamilyChain)) {
    throw new LatchkeyError('INVALID_CONFIG', 'The `families` of the test wallet are a list of { chainId, url, name }')
  }
  const good = Array.isArray(chains) && chains.length > 0 && chains.every(isChain)
  if (good) return config
  throw new LatchkeyError('INVALID_CONFIG', 'The test wallet needs `chains`: a list of { chainId, url, name }')
}

function isChain(value: unknown): value is WalletChain {
  if (typeof value !== 'object' || value === null) return false
  const { chainId, url, name } = value as { [key: string]: unknown }
  return Number.isSafeInteger(chainId) && Number(chainId) > 0 && isWeb(url) && typeof name === 'string'
}

function isFamilyChain(value: unknown): value is FamilyWalletChain {
  if (typeof value !== 'object' || value === null) return false
  const { chainId, url, name } = value as { [key: string]: unknown }
  return isChainId(chainId) && isWeb(url) && typeof name === 'string'
}

function isWeb(url: unknown): boolean {
  return typeof url === 'string' && /^https?:\/\//.test(url) && URL.canParse(url)
}

function decode(base64url: string): string {
  try {
    const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
    return new TextDecoder().decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0)))
  } catch (cause) {
    throw new LatchkeyError('INVALID_CONFIG', 'The settings of the test wallet are not base64url', { cause })
  }
}
