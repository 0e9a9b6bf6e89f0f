import { type Hex, isAddress, isHex, stringToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { ProviderError } from '../providerError.js'
import type { WalletContext } from './walletContext.js'

/** `personal_sign`. @see https://eips.ethereum.org/EIPS/eip-191 */
export async function personalSign(context: WalletContext, params: readonly unknown[]): Promise<Hex> {
  const [first, second] = params
  // Some sites send the address first; a message of exactly that form is far less likely.
  const swapped = isAccount(first) && !isAccount(second)
  const [message, address] = swapped ? [second, first] : [first, second]
  if (typeof message !== 'string') throw new ProviderError(-32602, 'The message is not text.')
  const key = keyOf(context, address)
  const raw = isHex(message) && message.length % 2 === 0 ? message : stringToHex(message)
  await context.confirm({ kind: 'message', text: readable(raw), raw })
  return key.signMessage({ message: { raw } })
}

/** `eth_signTypedData_v4`. @see https://eips.ethereum.org/EIPS/eip-712 */
export async function signTypedData(context: WalletContext, params: readonly unknown[]): Promise<Hex> {
  const [address, given] = params
  const key = keyOf(context, address)
  const typedData = parse(given)
  const { chainId } = (typedData.domain ?? {}) as { chainId?: unknown }
  const current = context.chain().chainId
  if (chainId !== undefined && Number(chainId) !== current) {
    throw new ProviderError(-32602, `The data is for chain ${String(chainId)}, the wallet is on chain ${current}.`)
  }
  await context.confirm({ kind: 'typedData', typedData })
  try {
    return await key.signTypedData(typedData as Parameters<typeof key.signTypedData>[0])
  } catch (error) {
    throw new ProviderError(-32602, `The typed data does not fit its types: ${String(error).slice(0, 200)}`)
  }
}

function keyOf(context: WalletContext, address: unknown): PrivateKeyAccount {
  if (!isAccount(address)) throw new ProviderError(-32602, 'The address is not valid.')
  const wanted = address.toLowerCase()
  const visible = context.visible().some((item) => item.toLowerCase() === wanted)
  const key = context.keys.find((item) => item.address.toLowerCase() === wanted)
  if (!visible || key === undefined) throw new ProviderError(4100, `The site may not use the account ${address}.`)
  return key
}

function isAccount(value: unknown): value is string {
  return typeof value === 'string' && isAddress(value, { strict: false })
}

function readable(raw: Hex): string {
  const bytes = Uint8Array.from(raw.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return raw
  }
}

function parse(given: unknown): { readonly [key: string]: unknown } {
  try {
    const data = typeof given === 'string' ? (JSON.parse(given) as unknown) : given
    if (typeof data === 'object' && data !== null) {
      const { types, primaryType, message } = data as { [key: string]: unknown }
      const named =
        typeof types === 'object' && types !== null && typeof primaryType === 'string' && primaryType in types
      if (named && typeof message === 'object' && message !== null) return data as { [key: string]: unknown }
    }
  } catch {
    throw new ProviderError(-32602, 'The typed data is not JSON.')
  }
  throw new ProviderError(-32602, 'The typed data needs `types`, a `primaryType` among them, and a `message`.')
}
