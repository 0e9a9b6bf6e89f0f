import { defaultLook } from '../look/defaultLook.js'
import type { Look } from '../look/look.js'
import { lookVariables } from '../look/lookVariables.js'
import { publicNetworks } from '../publicNetworks.js'
import type { PageChain, Settings } from '../settings.js'

/** Writes the app that looks and behaves as the page does now. */
export function appCode(settings: Settings, look: Look): string {
  const isLocal = settings.chains.length > 0
  const names = isLocal ? chainNames(settings.chains) : Object.keys(publicNetworks)
  const imported = ['ConnectButton', 'createConfig', 'LatchkeyProvider', ...(isLocal ? [] : names)]
  return [
    "import '@latchkey/react/styles.css'",
    "import { injected } from '@latchkey/connectors/injected'",
    ...importLines(imported),
    '',
    ...settings.chains.flatMap((chain, index) => chainLines(chain, names[index] ?? '')),
    'const config = createConfig({',
    `  networks: [${names.join(', ')}],`,
    '  connectors: [injected()],',
    ...(settings.apiUrl ? [`  api: { url: ${quote(settings.apiUrl)} },`] : []),
    ...featureLines(look),
    ...(look.networkSwitch ? [] : ['  enableNetworkSwitch: false,']),
    '})',
    '',
    'export const App = () => (',
    ...providerLines(look),
    `    <ConnectButton${look.buttonSize === defaultLook.buttonSize ? '' : ` size="${look.buttonSize}"`} />`,
    '  </LatchkeyProvider>',
    ')',
  ].join('\n')
}

function importLines(names: readonly string[]): readonly string[] {
  const rows = [names.slice(0, 3), names.slice(3)].filter((row) => row.length > 0)
  return ['import {', ...rows.map((row) => `  ${row.join(', ')},`), "} from '@latchkey/react'"]
}

function chainLines(chain: PageChain, variable: string): readonly string[] {
  const { name, symbol, decimals } = chain.nativeCurrency
  return [
    `const ${variable} = {`,
    `  id: ${chain.chainId},`,
    `  name: ${quote(chain.name)},`,
    '  nativeCurrency: {',
    `    name: ${quote(name)}, symbol: ${quote(symbol)}, decimals: ${decimals},`,
    '  },',
    `  rpcUrls: { default: { http: [${quote(chain.url)}] } },`,
    '}',
    '',
  ]
}

function featureLines(look: Look): readonly string[] {
  const defaults: { readonly [name: string]: boolean } = defaultLook.features
  const changed = Object.entries(look.features).filter(([name, on]) => defaults[name] !== on)
  if (changed.length === 0) return []
  return [`  features: { ${changed.map(([name, on]) => `${name}: ${on}`).join(', ')} },`]
}

function providerLines(look: Look): readonly string[] {
  const mode = look.themeMode === defaultLook.themeMode ? [] : [`themeMode="${look.themeMode}"`]
  const variables = Object.entries(lookVariables(look))
  if (variables.length === 0) return [`  <LatchkeyProvider ${['config={config}', ...mode].join(' ')}>`]
  return [
    '  <LatchkeyProvider',
    ...['config={config}', ...mode].map((prop) => `    ${prop}`),
    '    themeVariables={{',
    ...variables.map(([name, value]) => `      ${quote(name)}: ${quote(value)},`),
    '    }}',
    '  >',
  ]
}

function chainNames(chains: readonly PageChain[]): readonly string[] {
  const names = chains.map(({ name }) => toName(name))
  return names.map((name, index) => (names.indexOf(name) === index ? name : `${name}${chains[index]?.chainId ?? ''}`))
}

function toName(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const name = words.map(
    (word, index) => (index ? word.charAt(0).toUpperCase() : word.charAt(0).toLowerCase()) + word.slice(1),
  )
  return name.join('').replace(/^(?![A-Za-z])/, 'network')
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
}
