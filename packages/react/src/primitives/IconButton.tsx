import type { ButtonHTMLAttributes } from 'react'
import { Icon, type IconName } from './Icon.js'

/** A button that shows an icon and is named by `label`. */
export function IconButton({
  icon,
  label,
  ...rest
}: { icon: IconName; label: string } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'type' | 'aria-label'
>) {
  return (
    <button type="button" className="lk-icon-button" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
