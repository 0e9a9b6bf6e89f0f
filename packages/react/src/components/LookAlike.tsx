import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useSendFlow } from '../hooks/useSendFlow.js'
import { Callout } from '../primitives/Callout.js'
import { GroupedAddress } from '../primitives/GroupedAddress.js'

/** A receiver beside the known address that it looks like, with where they differ; nothing where there is none. */
export function LookAlike({
  asks,
}: {
  /** True: the visitor may say here that the receiver is meant. */ asks?: boolean
}) {
  const strings = useAccountStrings()
  const { state, accept } = useSendFlow()
  const { draft, checks, mustCompare } = state
  const receiver = draft.to.trim()
  if (checks.lookAlike === undefined) return null
  return (
    <Callout tone="danger">
      {strings.lookAlike}
      <dl className="lk-compare">
        <dt>{strings.lookAlikeEntered}</dt>
        <dd>
          <GroupedAddress address={receiver} beside={checks.lookAlike} />
        </dd>
        <dt>{strings.lookAlikeKnown}</dt>
        <dd>
          <GroupedAddress address={checks.lookAlike} beside={receiver} />
        </dd>
      </dl>
      {asks && (
        <label className="lk-check">
          <input type="checkbox" checked={!mustCompare} onChange={(event) => accept(event.currentTarget.checked)} />
          {strings.lookAlikeMeant}
        </label>
      )}
    </Callout>
  )
}
