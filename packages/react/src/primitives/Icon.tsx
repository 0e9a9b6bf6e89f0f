import { icons } from './icons.generated.js'

/** The name of an interface icon. */
export type IconName = keyof typeof icons

/** Icons that point along the line of reading. */
const directed: ReadonlySet<IconName> = new Set(['back', 'forward', 'disconnect'])

/** One interface icon; decoration only, so the control around it must have a name. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={directed.has(name) ? 'lk-icon lk-icon-flip' : 'lk-icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size > 24 ? 1.5 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={icons[name]} />
    </svg>
  )
}
