import { useConnection } from './useConnection.js'
import { useNames } from './useNames.js'

/** The name that another EVM account has at the operator's own name service; undefined until it is known, and where there is none. */
export function useNameOf(address: string): string | undefined {
  const { namespace } = useConnection()
  const isHere = namespace === 'eip155' && /^0x[0-9a-fA-F]{40}$/.test(address)
  // Where there is no name service the answer about the own account says so, and no other is asked about.
  const { isSuccess } = useNames({ query: { enabled: isHere } })
  const { data } = useNames({ address, query: { enabled: isHere && isSuccess } })
  return isHere ? data?.[0] : undefined
}
