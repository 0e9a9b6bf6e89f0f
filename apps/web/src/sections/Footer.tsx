import { version } from '@latchkey/core'
import { links } from '../links.js'

/** The foot of the page. */
export function Footer() {
  return (
    <footer className="footer">
      <nav aria-label="Read on">
        {links.map(({ name, href }) => (
          <a key={name} href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ))}
      </nav>
      <p>Latchkey {version}</p>
      <p>MIT licence</p>
      <p>Nothing on this page comes from a third party, apart from the networks it reads.</p>
    </footer>
  )
}
