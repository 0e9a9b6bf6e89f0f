import './styles/layers.css'
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
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App settings={settings} testWallet={testWallet} />
    </StrictMode>,
  )
}
