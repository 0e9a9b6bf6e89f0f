import type { Config } from '@latchkey/core'
import type { Strings } from '../strings/en.js'
import { entryOf } from './entryOf.js'
import type { Route } from './routes.js'

/** What stands above a view: the wallet or the family that it is about, where it is about one. */
export function titleOf(route: Route, config: Config, strings: Strings): string {
  const { title } = entryOf(route)
  return typeof title === 'function' ? title(route.data as never, config, strings) : strings[title]
}
