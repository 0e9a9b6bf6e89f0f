import '@fontsource-variable/inter/wght.css'
import '@latchkey/react/styles.css'
import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { loadTestWallet } from './loadTestWallet.js'
import { readSettings } from './readSettings.js'

const settings = readSettings(document.getElementById('latchkey-config')?.textContent)
const testWallet = settings.testWalletUrl ? loadTestWallet(settings.testWalletUrl) : undefined
const root = document.getElementById('root')
// A page of EVM networks alone does not wait for the others, nor load them.
const loadFamilies = async () =>
  settings.families.length > 0 ? (await import('./familyCode.js')).familyCode : undefined
if (root) {
  loadFamilies()
    .catch(() => undefined)
    .then((families) =>
      createRoot(root).render(
        <StrictMode>
          <App settings={settings} testWallet={testWallet} families={families} />
        </StrictMode>,
      ),
    )
}
