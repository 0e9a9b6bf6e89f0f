import { getBalances, parseAccountId } from '@latchkey/core'
import { getBalancesQueryOptions } from '@latchkey/core/query'
import { useConfig, useConnection } from '@latchkey/react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** What stands for the native coin where a token is named. */
const nativeCoin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** Asks the local faucet to fill up the connected account; absent while nobody is connected. */
export function FaucetButton({ url }: { url: string }) {
  const config = useConfig()
  const queries = useQueryClient()
  const { caipAddress } = useConnection()
  const [state, setState] = useState<'ready' | 'asking' | 'failed'>('ready')
  if (!caipAddress) return null

  const ask = async () => {
    setState('asking')
    try {
      const { namespace, chainId, reference, address } = parseAccountId(caipAddress)
      const isEvm = namespace === 'eip155'
      // The faucet knows EVM chains by their number and the others by their whole id.
      const asked = { chainId: isEvm ? Number(reference) : chainId, address }
      const answer = await fetch(url, { method: 'POST', body: JSON.stringify(asked) })
      if (!answer.ok) throw new Error(`The faucet answered ${answer.status}.`)
      queries.setQueryData(
        getBalancesQueryOptions(config, { account: caipAddress }).queryKey,
        await getBalances(config, {
          account: caipAddress,
          forceUpdate: [isEvm ? `${chainId}:${nativeCoin}` : caipAddress],
        }),
      )
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  return (
    <button type="button" className="copy" onClick={ask} disabled={state === 'asking'}>
      <span aria-live="polite">
        {state === 'asking' ? 'Asking…' : state === 'failed' ? 'No answer. Try again' : 'Get test funds'}
      </span>
    </button>
  )
}
