import { useNetwork, useSwitchNetwork } from '@latchkey/react'
import { ActionRow } from '../components/ActionRow.js'
import { Outcome } from '../components/Outcome.js'

/** Switches the network without the modal. */
export function SwitchNetwork() {
  const { caipNetwork, networks } = useNetwork()
  const { mutate: switchNetwork, isPending, variables, error } = useSwitchNetwork()
  const other = networks.find(({ caipNetworkId }) => caipNetworkId !== caipNetwork?.caipNetworkId) ?? networks[0]
  return (
    <ActionRow
      title="Switch network"
      text="The wallet is asked to follow, and is given the network if it lacks it."
      code={`const { mutate: switchNetwork } = useSwitchNetwork()

switchNetwork({ chainId: '${other?.caipNetworkId ?? 'eip155:1'}' })`}
    >
      <div className="buttons">
        {networks.map(({ caipNetworkId, name }) => (
          <button
            type="button"
            className="button"
            key={caipNetworkId}
            aria-pressed={caipNetworkId === caipNetwork?.caipNetworkId}
            aria-disabled={isPending}
            onClick={isPending ? undefined : () => switchNetwork({ chainId: caipNetworkId })}
          >
            {isPending && variables?.chainId === caipNetworkId ? 'Switching…' : name}
          </button>
        ))}
      </div>
      <Outcome error={error} />
    </ActionRow>
  )
}
