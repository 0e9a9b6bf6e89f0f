import { isChainId, parseChainId } from '@latchkey/core'
import type { PageChain, PageFamily, Settings } from './settings.js'

type Fields = { readonly [name: string]: unknown }

/**
 * Reads what the server wrote into the page; whatever is missing or malformed falls back to public networks.
 *
 * @param text - The content of `<script type="application/json" id="latchkey-config">`, if there is one.
 */
export function readSettings(text: string | null | undefined): Settings {
  const fields = parse(text)
  const chains = Array.isArray(fields.chains) ? fields.chains.flatMap((value) => toChain(value) ?? []) : []
  const distinct = chains.filter(({ chainId }, index) => chains.findIndex((one) => one.chainId === chainId) === index)
  // Without local chains there is nothing local about the page, whatever it is called.
  const local = fields.local === true && distinct.length > 0
  const families =
    local && Array.isArray(fields.families) ? fields.families.flatMap((value) => toFamily(value) ?? []) : []
  const apiUrl = webUrl(fields.apiUrl)
  const frameUrl = webUrl(fields.frameUrl)
  const relayUrl = relayAddress(fields.relayUrl)
  const testWalletUrl = webUrl(fields.testWalletUrl)
  const faucetUrl = webUrl(fields.faucetUrl)
  const inboxUrl = webUrl(fields.inboxUrl)
  return {
    local,
    chains: local ? distinct : [],
    families: families.filter(
      ({ caipNetworkId }, index) => families.findIndex((one) => one.caipNetworkId === caipNetworkId) === index,
    ),
    ...(apiUrl ? { apiUrl } : {}),
    ...(frameUrl ? { frameUrl } : {}),
    ...(frameUrl && fields.socials === true ? { socials: true } : {}),
    ...(relayUrl ? { relayUrl } : {}),
    ...(local && testWalletUrl ? { testWalletUrl } : {}),
    ...(local && faucetUrl ? { faucetUrl } : {}),
    ...(local && inboxUrl ? { inboxUrl } : {}),
  }
}

function parse(text: string | null | undefined): Fields {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

function toChain(value: unknown): PageChain | undefined {
  if (!isFields(value)) return undefined
  const { chainId, name, nativeCurrency, tokens, swapRouter } = value
  const url = webUrl(value.url)
  if (!Number.isSafeInteger(chainId) || Number(chainId) < 1 || !isText(name) || !url) return undefined
  return {
    chainId: Number(chainId),
    name,
    url,
    nativeCurrency: isCurrency(nativeCurrency)
      ? { name: nativeCurrency.name, symbol: nativeCurrency.symbol, decimals: nativeCurrency.decimals }
      : { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokens: Array.isArray(tokens) ? tokens.flatMap((token) => toToken(token) ?? []) : [],
    ...(isAddress(swapRouter) ? { swapRouter } : {}),
  }
}

function toFamily(value: unknown): PageFamily | undefined {
  if (!isFields(value)) return undefined
  const { caipNetworkId, name, nativeCurrency, tokens } = value
  const url = webUrl(value.url)
  if (!isChainId(caipNetworkId) || !isText(name) || !url || !isCurrency(nativeCurrency)) return undefined
  // Chains of this family have a number and stand in `chains`.
  if (parseChainId(caipNetworkId).namespace === 'eip155') return undefined
  const wsUrl = relayAddress(value.wsUrl)
  const { symbol, decimals } = nativeCurrency
  return {
    caipNetworkId,
    name,
    url,
    ...(wsUrl ? { wsUrl } : {}),
    nativeCurrency: { name: nativeCurrency.name, symbol, decimals },
    tokens: Array.isArray(tokens) ? tokens.flatMap((token) => toFamilyToken(token) ?? []) : [],
  }
}

function toToken(value: unknown): PageChain['tokens'][number] | undefined {
  if (!isCurrency(value)) return undefined
  const { name, symbol, decimals } = value
  const { address } = value as Fields
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
  return { address, name, symbol, decimals }
}

function toFamilyToken(value: unknown): PageFamily['tokens'][number] | undefined {
  if (!isCurrency(value)) return undefined
  const { name, symbol, decimals } = value
  const { address } = value as Fields
  return isText(address) && address.length <= 128 ? { address, name, symbol, decimals } : undefined
}

function isCurrency(value: unknown): value is PageChain['nativeCurrency'] {
  if (!isFields(value)) return false
  const { name, symbol, decimals } = value
  return isText(name) && isText(symbol) && Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) < 256
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0
}

function webUrl(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  return /^https?:$/.test(new URL(value).protocol) ? value : undefined
}

/** In the open only on this machine: the connector refuses the rest, and a page without wallets is better than none. */
function relayAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined
  const { protocol, hostname } = new URL(value)
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
  return protocol === 'wss:' || (protocol === 'ws:' && isLocal) ? value : undefined
}

function isAddress(value: unknown): value is `0x${string}` {
  return typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value)
}
