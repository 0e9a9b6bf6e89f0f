/** @jsxImportSource preact */
import type { SecurityFacts } from '../contracts.js'
import { Icon, type IconName } from './Icon.js'
import { strings } from './strings.js'

const wayIcons = { device: 'device', passkey: 'key', code: 'list', auto: 'mail' } as const satisfies {
  readonly [kind in SecurityFacts['factors'][number]['kind']]: IconName
}

/** Who can restore the wallet, the ways into it, and the browsers that can open it. */
export function SecurityLists({ facts, onManage }: { facts: SecurityFacts; onManage: () => void }) {
  const operator = facts.factors.find(({ kind }) => kind === 'auto')
  const hasOwn = facts.factors.some(({ kind }) => kind === 'passkey' || kind === 'code')
  const ways = facts.factors.filter(({ kind }) => kind !== 'device')
  return (
    <>
      <section class="lf-section">
        <h2>{strings.whoRestores}</h2>
        <p>{!operator ? strings.tierOwn : hasOwn ? strings.tierBeside : strings.tierOperator}</p>
        {operator?.deleteAt != null && <p>{strings.tierOwnFrom(dateOf(operator.deleteAt))}</p>}
        {!facts.isKept && <p class="lf-soft">{strings.notKept}</p>}
        {facts.frozenUntil > Date.now() && <p class="lf-soft">{strings.frozen(dateOf(facts.frozenUntil))}</p>}
      </section>
      <section class="lf-section">
        <h2>{strings.ways}</h2>
        {ways.length === 0 ? (
          <p class="lf-soft">{strings.noOtherWays}</p>
        ) : (
          <ul class="lf-list">
            {ways.map((way) => (
              <li key={way.factorId} class="lf-item">
                <Icon name={wayIcons[way.kind]} />
                <span class="lf-item-text">
                  <span>{way.name ?? strings.way[way.kind]}</span>
                  <span class="lf-soft lf-small">
                    {way.deleteAt === null
                      ? strings.wayAdded(dateOf(way.createdAt))
                      : strings.wayEnds(dateOf(way.deleteAt))}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="lf-section">
        <h2>{strings.devices}</h2>
        <ul class="lf-list">
          {facts.devices.map((device) => (
            <li key={device.id} class="lf-item">
              <Icon name="device" />
              <span class="lf-item-text">
                <span>{device.name}</span>
                <span class="lf-soft lf-small">
                  {device.isThis ? strings.thisDevice : strings.lastSeen(dateOf(device.lastSeenAt))}
                </span>
              </span>
            </li>
          ))}
        </ul>
        <button type="button" class="lf-link" onClick={(event) => event.isTrusted && onManage()}>
          {strings.manageDevices}
        </button>
      </section>
    </>
  )
}

function dateOf(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
