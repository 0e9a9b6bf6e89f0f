import { version } from '@latchkey/core'

/** The foot of the page. */
export function Footer() {
  return (
    <footer className="footer">
      <p>Latchkey {version}</p>
      <p>MIT licence</p>
      <p>Nothing on this page comes from a third party, apart from the networks it reads.</p>
    </footer>
  )
}
