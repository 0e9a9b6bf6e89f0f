import type { Features } from '@latchkey/core'
import type { ThemeMode } from '@latchkey/react'

/** The features that the page lets a visitor switch. */
export type SwitchableFeature = 'email' | 'send' | 'receive' | 'activity' | 'multiWallet'

/** Everything that a visitor can change about the button and the modal. */
export type Look = {
  readonly themeMode: ThemeMode
  /** A colour as `#rrggbb`; none is the built-in accent. */
  readonly accent: string | undefined
  /** The outer corner radius, in pixels. */
  readonly radius: number
  readonly buttonSize: 'sm' | 'md' | 'lg'
  readonly features: Pick<Features, SwitchableFeature>
  readonly networkSwitch: boolean
}
