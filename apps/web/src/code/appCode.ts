import { parseChainId } from '@latchkey/core'
import { adaptersOf, type Part } from '../familyParts.js'
import { defaultLook } from '../look/defaultLook.js'
import type { Look } from '../look/look.js'
import { publicChains } from '../publicChains.js'
import type { PageChain, PageFamily, Settings } from '../settings.js'
import { providerLines } from './providerLines.js'
import { quote } from './quote.js'

/** Writes the app that looks and behaves as the page does now. */
export function appCode(settings: Settings, look: Look): string {
  const isLocal = settings.chains.length > 0
  const adapters = adaptersOf(settings.families)
  const names = isLocal ? chainNames([...settings.chains, ...settings.families]) : Object.keys(publicChains)
  const imported = ['ConnectButton', 'createConfig', 'LatchkeyProvider', ...(isLocal ? [] : names)]
  return [
    "import '@latchkey/react/styles.css'",
    ...(settings.frameUrl ? ["import { embedded } from '@latchkey/connectors/embedded'"] : []),
    "import { injected } from '@latchkey/connectors/injected'",
    ...(settings.relayUrl ? ["import { walletConnect } from '@latchkey/connectors/walletConnect'"] : []),
    ...adapters.map(importLine),
    ...importLines(imported),
    '',
    ...settings.chains.flatMap((chain, index) => chainLines(chain, names[index] ?? '')),
    ...settings.families.flatMap((family, index) => familyLines(family, names[settings.chains.length + index] ?? '')),
    'const config = createConfig({',
    ...listLines('chains', names, 6),
    ...(adapters.length > 0 ? listLines('namespaces', adapters.map(callOf), 6) : []),
    ...connectorLines(settings),
    ...(settings.apiUrl ? [`  api: { url: ${quote(settings.apiUrl)} },`] : []),
    ...featureLines(look),
    ...(look.networkSwitch ? [] : ['  enableNetworkSwitch: false,']),
    '})',
    '',
    'export default function App() {',
    '  return (',
    ...providerLines(look),
    `      <ConnectButton${look.buttonSize === defaultLook.buttonSize ? '' : ` size="${look.buttonSize}"`} />`,
    '    </LatchkeyProvider>',
    '  )',
    '}',
  ].join('\n')
}

function connectorLines({ frameUrl, relayUrl }: Settings): readonly string[] {
  const calls = [
    'injected()',
    ...(frameUrl ? [`embedded({ url: ${quote(frameUrl)} })`] : []),
    ...(relayUrl ? [`walletConnect({ relayUrl: ${quote(relayUrl)} })`] : []),
  ]
  return listLines('connectors', calls, 2)
}

/** A list on one line, or one entry a line where there are more than fit. */
function listLines(name: string, entries: readonly string[], most: number): readonly string[] {
  if (entries.length <= most) return [`  ${name}: [${entries.join(', ')}],`]
  return [`  ${name}: [`, ...entries.map((entry) => `    ${entry},`), '  ],']
}

function importLine({ specifier, name }: Part): string {
  return `import { ${name} } from ${quote(specifier)}`
}

function callOf({ name }: Part): string {
  return `${name}()`
}

function importLines(names: readonly string[]): readonly string[] {
  const rows = [names.slice(0, 3), names.slice(3)].filter((row) => row.length > 0)
  return ['import {', ...rows.map((row) => `  ${row.join(', ')},`), "} from '@latchkey/react'"]
}

function chainLines(chain: PageChain, variable: string): readonly string[] {
  return describedLines(chain, variable, [`  id: ${chain.chainId},`])
}

function familyLines(family: PageFamily, variable: string): readonly string[] {
  const { namespace, reference } = parseChainId(family.caipNetworkId)
  return describedLines(family, variable, [`  id: ${quote(reference)},`, `  chainNamespace: '${namespace}' as const,`])
}

function describedLines(
  chain: Pick<PageChain, 'name' | 'url' | 'nativeCurrency'>,
  variable: string,
  identity: readonly string[],
): readonly string[] {
  const { name, symbol, decimals } = chain.nativeCurrency
  return [
    `const ${variable} = {`,
    ...identity,
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

function chainNames(chains: readonly (PageChain | PageFamily)[]): readonly string[] {
  const names = chains.map(({ name }) => toName(name))
  return names.map((name, index) => {
    const chain = chains[index]
    if (!chain || names.indexOf(name) === index) return name
    return `${name}${'chainId' in chain ? chain.chainId : index}`
  })
}

function toName(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const name = words.map(
    (word, index) => (index ? word.charAt(0).toUpperCase() : word.charAt(0).toLowerCase()) + word.slice(1),
  )
  return name.join('').replace(/^(?![A-Za-z])/, 'network')
}
