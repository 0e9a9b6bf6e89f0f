/** @jsxImportSource preact */
import type { SecurityFacts } from '../types.js'
import { Icon, type IconName } from './Icon.js'
import { rareStrings } from './rareStrings.js'

const wayIcons = { device: 'device', passkey: 'key', code: 'list', auto: 'mail' } as const satisfies {
  readonly [kind in SecurityFacts['factors'][number]['kind']]: IconName
}

/** Lists who can restore the wallet, its factors, and the browsers that can unlock it. */
export function SecurityLists({ facts, onManage }: { facts: SecurityFacts; onManage: () => void }) {
  const operator = facts.factors.find(({ kind }) => kind === 'auto')
  const hasOwn = facts.factors.some(({ kind }) => kind === 'passkey' || kind === 'code')
  const ways = facts.factors.filter(({ kind }) => kind !== 'device')
  return (
    <>
      <section class="lf-section">
        <h2>{rareStrings.whoRestores}</h2>
        <p>{!operator ? rareStrings.tierOwn : hasOwn ? rareStrings.tierBeside : rareStrings.tierOperator}</p>
        {operator?.deleteAt != null && <p>{rareStrings.tierOwnFrom(formatDate(operator.deleteAt))}</p>}
        {!facts.isKept && <p class="lf-soft">{rareStrings.notKept}</p>}
        {facts.frozenUntil > Date.now() && <p class="lf-soft">{rareStrings.frozen(formatDate(facts.frozenUntil))}</p>}
      </section>
      <section class="lf-section">
        <h2>{rareStrings.ways}</h2>
        {ways.length === 0 ? (
          <p class="lf-soft">{rareStrings.noOtherWays}</p>
        ) : (
          <ul class="lf-list">
            {ways.map((way) => (
              <li key={way.factorId} class="lf-item">
                <Icon name={wayIcons[way.kind]} />
                <span class="lf-item-text">
                  <span>{way.name ?? rareStrings.way[way.kind]}</span>
                  <span class="lf-soft lf-small">
                    {way.deleteAt === null
                      ? rareStrings.wayAdded(formatDate(way.createdAt))
                      : rareStrings.wayEnds(formatDate(way.deleteAt))}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="lf-section">
        <h2>{rareStrings.devices}</h2>
        <ul class="lf-list">
          {facts.devices.map((device) => (
            <li key={device.id} class="lf-item">
              <Icon name="device" />
              <span class="lf-item-text">
                <span>{device.name}</span>
                <span class="lf-soft lf-small">
                  {device.isThis ? rareStrings.thisDevice : rareStrings.lastSeen(formatDate(device.lastSeenAt))}
                </span>
              </span>
            </li>
          ))}
        </ul>
        <button type="button" class="lf-link" onClick={(event) => event.isTrusted && onManage()}>
          {rareStrings.manageDevices}
        </button>
      </section>
    </>
  )
}

function formatDate(time: number): string {
  return new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
