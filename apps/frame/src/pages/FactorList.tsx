/** @jsxImportSource preact */

import { formatDate } from '../dates.js'
import type { IconName } from '../screens/Icon.js'
import { Entry } from './Entry.js'
import type { Factor } from './openWallet.js'
import { Button, Part } from './Page.js'
import { strings } from './strings.js'

const icons = { device: 'device', passkey: 'key', code: 'list', auto: 'mail' } as const satisfies {
  readonly [kind in Factor['kind']]: IconName
}

/** The ways into the wallet besides browsers, and how to make new ones. */
export function FactorList({
  factors,
  isBusy,
  onRemove,
  onPasskey,
  onCode,
}: {
  factors: readonly Factor[]
  isBusy: boolean
  onRemove: (factor: Factor, name: string) => void
  onPasskey: () => void
  onCode: () => void
}) {
  const ways = factors.filter(({ kind }) => kind !== 'device')
  const lasting = ways.filter(({ deleteAt }) => deleteAt === null)
  const hasCode = ways.some(({ kind }) => kind === 'code')
  return (
    <Part title={strings.waysTitle}>
      <ul class="lf-list">
        {ways.map((way) => {
          const name = way.name ?? strings.ways[way.kind]
          const isOwn = way.kind === 'passkey' || way.kind === 'code'
          const isLast = !lasting.some(({ factorId }) => factorId !== way.factorId)
          return (
            <Entry
              key={way.factorId}
              icon={icons[way.kind]}
              name={name}
              sub={
                way.deleteAt !== null
                  ? strings.wayEnds(formatDate(way.deleteAt))
                  : way.kind === 'code' && way.usedAt !== undefined
                    ? strings.wayUsed
                    : strings.wayAdded(formatDate(way.createdAt))
              }
              isBusy={isBusy}
              onRemove={isOwn && !isLast ? () => onRemove(way, name) : undefined}
            />
          )
        })}
      </ul>
      <div class="lp-buttons">
        <Button isOff={isBusy} onPress={onPasskey}>
          {strings.passkeyAdd}
        </Button>
        <Button isOff={isBusy} onPress={onCode}>
          {hasCode ? strings.codeAddAgain : strings.codeAdd}
        </Button>
      </div>
    </Part>
  )
}
