import { version } from '@latchkey/core'

/** The foot of the page. */
export function Footer() {
  return (
    <footer className="footer">
      <p>Latchkey {version}</p>
      <p>MIT licence</p>
      <p>This page loads nothing from other hosts but the networks you use.</p>
    </footer>
  )
}
