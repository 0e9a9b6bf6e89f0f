// An app without a line of React: actions of core, and the modal from outside.
import '@latchkey/react/styles.css'
import { injected } from '@latchkey/connectors/injected'
import { type Config, createConfig, getConnection, watchState } from '@latchkey/core'
import { base, mainnet } from '@latchkey/core/chains'
import { createModal } from '@latchkey/react/modal'

const config = createConfig({ chains: [mainnet, base], connectors: [injected()] })
const modal = createModal(config, { themeMode: 'light' })

const show = (id: string, text: string | undefined) => {
  const output = document.getElementById(id)
  if (output) output.textContent = text ?? 'none'
}
const onClick = (id: string, act: () => void) => document.getElementById(id)?.addEventListener('click', act)

const addressOf = (config: Config) => getConnection(config).address
show('acct', addressOf(config))
watchState(config, { select: addressOf, onChange: (address) => show('acct', address) })
modal.subscribe(({ view }) => show('view', view))
document.getElementById('open')?.addEventListener('pointerenter', () => modal.preload())
onClick('open', () => modal.open())
onClick('networks', () => modal.open({ view: 'Networks' }))
onClick('destroy', () => {
  modal.destroy()
  config.destroy()
})
