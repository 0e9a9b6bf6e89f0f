import type { FrameSecurity } from '@latchkey/protocol/internal/frame'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { Icon } from '../primitives/Icon.js'
import { List } from '../primitives/List.js'

/** More devices than this are counted and not named; the wallet's own page has them all. */
const namedDevices = 3

/** Who can restore the wallet, and which devices have it, in plain words. */
export function SecurityFacts({ security }: { security: FrameSecurity }) {
  const strings = useAccountStrings()
  const { restorers, operatorUntil, isKept } = security
  const byOperator = restorers.includes('operator')
  const byOwner = restorers.length > Number(byOperator)
  const devices = security.devices.toSorted(
    (a, b) => Number(b.isThis) - Number(a.isThis) || b.lastSeenAt - a.lastSeenAt,
  )
  const more = Math.max(0, devices.length - namedDevices) + (security.otherDevices ?? 0)
  return (
    <>
      <section className="lk-restore">
        <h3 className="lk-list-label">{strings.restoreTitle}</h3>
        <p dir="auto">
          {!byOperator ? strings.restoreOnlyYou : byOwner ? strings.restoreBeside : strings.restoreOperator}
        </p>
        {byOperator && (
          <p className="lk-restore-nag" dir="auto">
            {operatorUntil === null ? strings.restoreNag : strings.restoreUntil(showTime(operatorUntil))}
          </p>
        )}
        {!isKept && (
          <p className="lk-restore-nag" dir="auto">
            {strings.notKept}
          </p>
        )}
      </section>
      {devices.length > 0 && (
        <List label={strings.devicesTitle}>
          {devices.slice(0, namedDevices).map(({ id, name, lastSeenAt, isThis }) => (
            <li key={id} className="lk-device">
              <Icon name="device" />
              <span className="lk-cut" dir="auto" title={name}>
                {name}
              </span>
              <span className="lk-device-end">
                {isThis ? (
                  <span className="lk-badge">{strings.deviceThis}</span>
                ) : (
                  strings.deviceSeen(showDay(lastSeenAt))
                )}
              </span>
            </li>
          ))}
          {more > 0 && <li className="lk-device">{strings.devicesMore(more)}</li>}
        </List>
      )}
    </>
  )
}

function showDay(time: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(time)
}

function showTime(time: number): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).format(time)
}
