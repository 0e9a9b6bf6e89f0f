import { ChainButton, ConnectButton, type ThemeMode } from '@latchkey/react'
import { Icon } from '../components/Icon.js'
import { Segmented } from '../components/Segmented.js'
import { links } from '../links.js'

const modes = [
  { value: 'light', label: <Icon name="light" />, name: 'Light' },
  { value: 'dark', label: <Icon name="dark" />, name: 'Dark' },
  { value: 'system', label: <Icon name="system" />, name: 'As the system' },
] as const

/** The head of the page: who we are, the theme, the network and the account. */
export function Header({
  themeMode,
  onThemeMode,
}: {
  themeMode: ThemeMode
  onThemeMode: (themeMode: ThemeMode) => void
}) {
  return (
    <header className="header">
      <a className="wordmark" href="/" aria-label="Latchkey, top of the page">
        <Glyph />
        <span>Latchkey</span>
      </a>
      <nav className="header-links" aria-label="Latchkey">
        {links.map(({ name, href }) => (
          <a key={name} href={href} target="_blank" rel="noopener noreferrer">
            {name}
          </a>
        ))}
      </nav>
      <div className="header-tools">
        <Segmented legend="Theme" hideLegend options={modes} selected={themeMode} onSelect={onThemeMode} />
        <ThemeButton themeMode={themeMode} onThemeMode={onThemeMode} />
        <div className="header-network">
          <ChainButton size="sm" />
        </div>
        <ConnectButton size="sm" />
      </div>
    </header>
  )
}

/** The same in one button, for a head as narrow as a phone's: each press takes the next. */
function ThemeButton({ themeMode, onThemeMode }: Parameters<typeof Header>[0]) {
  const at = modes.findIndex(({ value }) => value === themeMode)
  const next = modes[(at + 1) % modes.length] ?? modes[0]
  return (
    <button
      type="button"
      className="theme-button"
      aria-label={`Theme: ${modes[at]?.name}. Change to: ${next.name}`}
      onClick={() => onThemeMode(next.value)}
    >
      {modes[at]?.label}
    </button>
  )
}

/** The mark: a key that is an L. */
function Glyph({ size = 28 }: { size?: number }) {
  return (
    <svg className="glyph" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <g>
        <circle cx="13" cy="10.5" r="4" />
        <path d="M13 14.5V25.5H21M13 20H17.5" />
      </g>
    </svg>
  )
}
