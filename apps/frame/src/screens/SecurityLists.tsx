/** @jsxImportSource preact */

import { formatDate } from '../dates.js'
import type { SecurityFacts } from '../types.js'
import { Icon, type IconName } from './Icon.js'
import { lazyStrings } from './lazyStrings.js'

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
        <h2>{lazyStrings.whoRestores}</h2>
        <p>{!operator ? lazyStrings.tierOwn : hasOwn ? lazyStrings.tierBeside : lazyStrings.tierOperator}</p>
        {operator?.deleteAt != null && <p>{lazyStrings.tierOwnFrom(formatDate(operator.deleteAt))}</p>}
        {!facts.isKept && <p class="lf-soft">{lazyStrings.notKept}</p>}
        {facts.frozenUntil > Date.now() && <p class="lf-soft">{lazyStrings.frozen(formatDate(facts.frozenUntil))}</p>}
      </section>
      <section class="lf-section">
        <h2>{lazyStrings.ways}</h2>
        {ways.length === 0 ? (
          <p class="lf-soft">{lazyStrings.noOtherWays}</p>
        ) : (
          <ul class="lf-list">
            {ways.map((way) => (
              <li key={way.factorId} class="lf-item">
                <Icon name={wayIcons[way.kind]} />
                <span class="lf-item-text">
                  <span>{way.name ?? lazyStrings.way[way.kind]}</span>
                  <span class="lf-soft lf-small">
                    {way.deleteAt === null
                      ? lazyStrings.wayAdded(formatDate(way.createdAt))
                      : lazyStrings.wayEnds(formatDate(way.deleteAt))}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section class="lf-section">
        <h2>{lazyStrings.devices}</h2>
        <ul class="lf-list">
          {facts.devices.map((device) => (
            <li key={device.id} class="lf-item">
              <Icon name="device" />
              <span class="lf-item-text">
                <span>{device.name}</span>
                <span class="lf-soft lf-small">
                  {device.isThis ? lazyStrings.thisDevice : lazyStrings.lastSeen(formatDate(device.lastSeenAt))}
                </span>
              </span>
            </li>
          ))}
        </ul>
        <button type="button" class="lf-link" onClick={(event) => event.isTrusted && onManage()}>
          {lazyStrings.manageDevices}
        </button>
      </section>
    </>
  )
}
