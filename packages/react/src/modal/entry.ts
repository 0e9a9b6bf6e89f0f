import type { Config } from '@latchkey/core'
import type { ComponentType } from 'react'
import type { Strings } from '../strings/en.js'
import type { LazyComponent } from './lazyComponent.js'
import type { Routes, View } from './routes.js'

/** The name of a text that can stand above a view. */
type Title = Exclude<Extract<keyof Strings, `view${string}`>, 'viewConnectFamily'>

/** How a view is found: its title, and its component, which all but the first load when they are shown. */
export type Entry<view extends View> = {
  /** What stands above the view: a text, or what the view is about where it names that. */
  readonly title: Title | ((data: Routes[view], config: Config, strings: Strings) => string)
  readonly Component: ComponentType<{ data: Routes[view] }> & Partial<Pick<LazyComponent<object>, 'preload'>>
  /** True where a person must answer: there is no way back. */
  readonly noBack?: boolean
  /** True where a wallet is connected: the terms come first, if they must be accepted. */
  readonly connects?: boolean
  /** What the view is about: when that changes, the view starts anew. */
  readonly keyOf?: (data: Routes[view]) => string
  /** True where drawing the view and laying it out in one turn would hold a slow processor up for too long. */
  readonly isHeavy?: boolean
  /** True where the code is fetched only once a pointer rests: a click shows another view first. */
  readonly preloadsOnRest?: boolean
}

/** The entries of a flow. */
export type Entries<view extends View> = { readonly [name in view]: Entry<name> }
