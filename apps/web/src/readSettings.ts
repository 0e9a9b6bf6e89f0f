import type { PageChain, Settings } from './settings.js'

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
  const apiUrl = webUrl(fields.apiUrl)
  const testWalletUrl = webUrl(fields.testWalletUrl)
  const faucetUrl = webUrl(fields.faucetUrl)
  return {
    local,
    chains: local ? distinct : [],
    ...(apiUrl ? { apiUrl } : {}),
    ...(local && testWalletUrl ? { testWalletUrl } : {}),
    ...(local && faucetUrl ? { faucetUrl } : {}),
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
  const { chainId, name, nativeCurrency, tokens } = value
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
  }
}

function toToken(value: unknown): PageChain['tokens'][number] | undefined {
  if (!isCurrency(value)) return undefined
  const { name, symbol, decimals } = value
  const { address } = value as Fields
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
  return { address, name, symbol, decimals }
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
