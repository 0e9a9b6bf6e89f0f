import { parseChainId, toCoinType } from '@latchkey/core'
import { getNameQueryOptions } from '@latchkey/core/query'
import type { NameRecord } from '@latchkey/protocol/namesApi'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useChain } from './useChain.js'
import { useConfig } from './useConfig.js'
import { useDebounced } from './useDebounced.js'

/** What is known of a name in the place of a receiver. */
export type NamedReceiver =
  | { readonly status: 'none' | 'looking' | 'failed' | 'unknown' }
  | { readonly status: 'found'; readonly name: string }

const none: NamedReceiver = { status: 'none' }

/**
 * Looks up a name that was typed for a receiver, and puts the address that it leads to in its place, so that the whole address is
 * what a person sees and what is sent to.
 *
 * @param text - What was typed.
 * @param replace - Takes the address.
 */
export function useNamedReceiver(text: string, replace: (address: string) => void): NamedReceiver {
  const config = useConfig()
  const { caipNetwork } = useChain()
  const [named, setNamed] = useState<{ name: string; address: string }>()
  const typed = text.trim().toLowerCase()
  const isName = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(typed)
  const debounced = useDebounced(typed)
  const chainId = caipNetwork?.caipNetworkId
  const isAsked = isName && debounced === typed && config.api !== undefined && chainId?.startsWith('eip155:') === true
  const { data, isError, isFetching } = useQuery({
    ...getNameQueryOptions(config, isAsked ? { name: typed } : {}),
    // Money follows: what was true five minutes ago is asked again.
    staleTime: 0,
  })
  // Until then, and where that fails, the query still holds what was true before.
  const record = isFetching || isError ? undefined : data
  const address = record && chainId ? addressOn(record, chainId) : undefined
  useEffect(() => {
    if (!isAsked || address === undefined) return
    setNamed({ name: typed, address })
    replace(address)
  }, [isAsked, address, typed, replace])
  if (named?.address === text) return { status: 'found', name: named.name }
  if (!isName || !chainId?.startsWith('eip155:') || !config.api) return none
  if (isAsked && isError) return { status: 'failed' }
  return { status: isAsked && (record === null || (record && address === undefined)) ? 'unknown' : 'looking' }
}

/**
 * What a name leads to on a chain. The address of Ethereum counts on others only where the name says it for one more: a key is the same
 * on every chain, and a contract is not.
 */
function addressOn({ addresses }: NameRecord, chainId: string): string | undefined {
  const { reference } = parseChainId(chainId as `eip155:${string}`)
  const first = addresses[60]?.address
  const number = Number(reference)
  const own = number === 1 ? first : number < 0x80000000 ? addresses[toCoinType(number)]?.address : undefined
  const isKey = Object.values(addresses).filter(({ address }) => address === first).length > 1
  const address = own ?? (isKey ? first : undefined)
  return address !== undefined && /^0x[0-9a-fA-F]{40}$/.test(address) ? address : undefined
}
