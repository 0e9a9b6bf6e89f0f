import type { Config } from '@latchkey/core'
import type { Strings } from '../strings/en.js'
import type { Entry } from './entry.js'
import { registry } from './registry.js'
import type { Route, View } from './routes.js'

/** The entry of a route's view. TypeScript does not see that it takes just what the route carries. */
export function getViewEntry({ view }: Route): AnyEntry {
  return registry[view] as unknown as AnyEntry
}

/** An entry whose parts take the data of whichever view it is of. */
type AnyEntry = Omit<Entry<View>, 'title' | 'keyOf' | 'Component'> & {
  readonly title: Extract<Entry<View>['title'], string> | ((data: never, config: Config, strings: Strings) => string)
  readonly keyOf?: (data: never) => string
  readonly Component: Entry<'Account'>['Component']
}
