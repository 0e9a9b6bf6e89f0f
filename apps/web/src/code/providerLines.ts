import { defaultLook } from '../look/defaultLook.js'
import type { Look } from '../look/look.js'
import { lookVariables } from '../look/lookVariables.js'
import { quote } from './quote.js'

/** The provider's opening tag, with the props that differ from the defaults. */
export function providerLines(look: Look): readonly string[] {
  const mode = look.themeMode === defaultLook.themeMode ? '' : ` themeMode="${look.themeMode}"`
  const start = `    <LatchkeyProvider config={config}${mode}`
  const variables = Object.entries(lookVariables(look))
  if (variables.length === 0) return [`${start}>`]
  return [
    `${start} themeVariables={{`,
    ...variables.map(([name, value]) => `      ${quote(name)}: ${quote(value)},`),
    '    }}>',
  ]
}
