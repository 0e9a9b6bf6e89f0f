import { ChainButton, ConnectButton, type ThemeMode } from '@latchkey/react'
import { Glyph } from '../components/Glyph.js'
import { Icon } from '../components/Icon.js'
import { Segmented } from '../components/Segmented.js'

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
      <div className="header-tools">
        <Segmented legend="Theme" hideLegend options={modes} selected={themeMode} onSelect={onThemeMode} />
        <div className="header-network">
          <ChainButton size="sm" />
        </div>
        <ConnectButton size="sm" />
      </div>
    </header>
  )
}
