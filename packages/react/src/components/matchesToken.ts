import type { TokenBalance } from '@latchkey/core'

/** Whether a search finds a token: by a part of its name, symbol or address. */
export function matchesToken({ name, symbol, address }: TokenBalance, search: string): boolean {
  const text = search.trim().toLowerCase()
  return [name, symbol, address?.split(':')[2] ?? ''].some((part) => part.toLowerCase().includes(text))
}
