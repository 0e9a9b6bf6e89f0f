/** @jsxImportSource preact */

import { formatDate } from '../dates.js'
import { Entry } from './Entry.js'
import { Part } from './Page.js'
import { strings } from './strings.js'

type Device = { readonly id: string; readonly name: string; readonly lastSeenAt: number; readonly isThis: boolean }

/** The browsers that can open the wallet. */
export function Devices({
  devices,
  isBusy,
  onRemove,
}: {
  devices: readonly Device[]
  isBusy: boolean
  onRemove: (device: Device) => void
}) {
  return (
    <Part title={strings.devicesTitle}>
      <ul class="lf-list">
        {devices.map((device) => (
          <Entry
            key={device.id}
            icon="device"
            name={device.name}
            sub={device.isThis ? strings.deviceThis : strings.deviceSeen(formatDate(device.lastSeenAt))}
            isBusy={isBusy}
            onRemove={device.isThis ? undefined : () => onRemove(device)}
          />
        ))}
      </ul>
    </Part>
  )
}
