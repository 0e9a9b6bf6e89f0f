import { useChain, useSwitchChain } from '@latchkey/react'
import { ActionRow } from '../components/ActionRow.js'
import { Outcome } from '../components/Outcome.js'

/** Switches the network without the modal. */
export function SwitchNetwork() {
  const { caipNetwork, chains } = useChain()
  const { mutate: switchChain, isPending, variables, error } = useSwitchChain()
  const other = chains.find(({ caipNetworkId }) => caipNetworkId !== caipNetwork?.caipNetworkId) ?? chains[0]
  return (
    <ActionRow
      title="Switch network"
      text="The wallet is asked to follow, and is given the network if it lacks it."
      code={`const { mutate: switchChain } = useSwitchChain()

switchChain({ chainId: '${other?.caipNetworkId ?? 'eip155:1'}' })`}
    >
      <div className="buttons">
        {chains.map(({ caipNetworkId, name }) => (
          <button
            type="button"
            className="button"
            key={caipNetworkId}
            aria-pressed={caipNetworkId === caipNetwork?.caipNetworkId}
            aria-disabled={isPending}
            onClick={isPending ? undefined : () => switchChain({ chainId: caipNetworkId })}
          >
            {isPending && variables?.chainId === caipNetworkId ? 'Switching…' : name}
          </button>
        ))}
      </div>
      <Outcome error={error} />
    </ActionRow>
  )
}
