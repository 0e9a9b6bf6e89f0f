import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useConnection } from '../hooks/useConnection.js'
import { useEmbedded } from '../hooks/useEmbedded.js'
import { useIdentity } from '../hooks/useIdentity.js'
import { useNames } from '../hooks/useNames.js'
import { lazyComponent } from '../modal/lazyComponent.js'

const ReleaseName = lazyComponent(() => import('./ReleaseName.js').then((file) => file.ReleaseName))

/** The name of the embedded wallet, or the way to one; nothing on other networks than EVM, and without a name service. */
export function NameRow() {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const { isActive } = useEmbedded()
  const { namespace } = useConnection()
  const isHere = isActive && namespace === 'eip155'
  const { data: names } = useNames({ query: { enabled: isHere } })
  const identity = useIdentity({ query: { enabled: isHere } })
  if (!isHere) return null
  const name = identity.data?.name ?? names?.[0]
  // Whether there is a name, or a service that gives one, is known from their answers alone.
  if (name === undefined && (names === undefined || identity.isPending)) return null
  return (
    <>
      <div className="lk-fact">
        <dt>{strings.accountName}</dt>
        <dd>
          {name === undefined ? (
            <button
              type="button"
              className="lk-text-button"
              onClick={() => modal.push({ view: 'RegisterAccountName' })}
            >
              {strings.chooseName}
            </button>
          ) : (
            <bdi>{name}</bdi>
          )}
        </dd>
      </div>
      {names?.[0] !== undefined && <ReleaseName name={names[0]} />}
    </>
  )
}
