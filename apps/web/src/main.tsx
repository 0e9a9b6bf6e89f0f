import '@fontsource-variable/inter/wght.css'
import '@latchkey/react/styles.css'
import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.js'
import { readSettings } from './readSettings.js'
import type { TestWallet } from './testWalletApi.js'

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

/** Loads the script that announces the test wallet; undefined when it fails to load. */
function loadTestWallet(url: string): Promise<TestWallet | undefined> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve((window as { latchkeyTestWallet?: TestWallet }).latchkeyTestWallet))
    script.addEventListener('error', () => resolve(undefined))
    document.head.append(script)
  })
}
