import type { ThemeVariable, ThemeVariables } from '@latchkey/react'
import { accentPair } from './accentPair.js'
import { defaultLook } from './defaultLook.js'
import type { Look } from './look.js'

/** The theme variables that make the button and the modal look as chosen; none where nothing was changed. */
export function lookVariables(look: Look): ThemeVariables {
  const variables: { [variable in ThemeVariable]?: string } = {}
  if (look.accent) {
    const { accent, strong, onAccent } = accentPair(look.accent)
    variables['--lk-accent'] = lightDark(accent)
    variables['--lk-accent-strong'] = lightDark(strong)
    variables['--lk-on-accent'] = lightDark(onAccent)
    variables['--lk-focus'] = lightDark(accent)
  }
  if (look.radius !== defaultLook.radius) {
    variables['--lk-radius'] = `${look.radius}px`
    variables['--lk-radius-row'] = `${Math.round(look.radius * 0.7)}px`
    if (look.radius < defaultLook.radius) variables['--lk-radius-button'] = `${Math.round(look.radius * 0.8)}px`
  }
  return variables
}

function lightDark([light, dark]: readonly [string, string]): string {
  return light === dark ? light : `light-dark(${light}, ${dark})`
}
