import type { ButtonHTMLAttributes, ReactNode } from 'react'

/** A button that shows an icon and is named by `label`. */
export function IconButton({
  icon,
  label,
  ...rest
}: { icon: ReactNode; label: string } & Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'type' | 'aria-label'
>) {
  return (
    <button type="button" className="lk-icon-button" aria-label={label} title={label} {...rest}>
      {icon}
    </button>
  )
}
