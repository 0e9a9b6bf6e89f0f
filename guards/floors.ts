import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fromRoot, importsOf, readSource, sourceFiles } from './imports.js'

/**
 * One floor of a house: the files and folders (with a trailing slash) that stand on it, relative to `src`. Entries of a
 * floor that is `apart` do not know each other.
 */
export type Floor = { name: string; holds: readonly string[]; apart?: boolean }

/** The flows of the modal: each names its views in a file of its own, which the registry reads. */
const flows = ['account', 'buy', 'chains', 'connect', 'email', 'names', 'send', 'signIn', 'social', 'swap']

/** The floors of each room from the ground up; a file imports from its own floor and from those below. */
export const floors: { readonly [room: string]: readonly Floor[] } = {
  'packages/core': [
    { name: 'ground', holds: ['emitter.ts', 'storage/storage.ts', 'chain.ts'] },
    { name: 'connector', holds: ['connector.ts', 'calls/api.ts', 'embedded.ts', 'pairing.ts'] },
    { name: 'state', holds: ['namespace.ts', 'state.ts', 'config/features.ts'] },
    { name: 'config', holds: ['createConfig.ts', 'family/', 'namespaces/', 'wagmi/', 'testing/'] },
    { name: 'actions', holds: ['actions/'] },
    { name: 'flows', holds: ['contracts/', 'flows/', 'query/', 'swap/'] },
    { name: 'exports', holds: ['exports/'] },
  ],
  'packages/react': [
    {
      name: 'ground',
      holds: ['context.ts', 'query/', 'theme/', 'strings/', 'modal/routes.ts', 'modal/router.ts'],
    },
    { name: 'hooks', holds: ['contracts/', 'hooks/', 'primitives/', 'theme/useThemeProps.ts'] },
    { name: 'components', holds: ['components/', 'modal/ModalHost.tsx'] },
    { name: 'views', holds: ['modal/flows/'], apart: true },
    { name: 'registry', holds: ['modal/registry.ts', ...flows.map((flow) => `modal/flows/${flow}/${flow}Views.ts`)] },
    { name: 'modal', holds: ['modal/Modal.tsx', 'provider.tsx'] },
    { name: 'exports', holds: ['exports/'] },
  ],
  'apps/frame': [
    { name: 'ground', holds: ['contracts.ts', 'settings.ts', 'worker/'] },
    { name: 'rooms', holds: ['api/', 'keep/', 'chains/', 'signing/', 'factors/', 'face/', 'doors/'] },
    { name: 'wallet', holds: ['wallet/'] },
    { name: 'handlers', holds: ['handlers/'] },
    { name: 'pages', holds: ['pages/'] },
    { name: 'main', holds: ['main.ts'] },
  ],
  'apps/server': [
    {
      name: 'platform: ground',
      holds: ['platform/log/', 'platform/metrics/', 'platform/chains/', 'platform/secrets/', 'platform/social/'],
      apart: true,
    },
    { name: 'platform: ways in', holds: ['platform/accounts/', 'platform/cache/', 'platform/http/'], apart: true },
    { name: 'platform: stores', holds: ['platform/db/', 'platform/limits/', 'platform/upstream/'], apart: true },
    { name: 'platform: wallet', holds: ['platform/mail/', 'platform/wallet/', 'env.ts'] },
    { name: 'deps', holds: ['deps.ts'] },
    {
      name: 'modules',
      holds: [
        'appkit/',
        'auth/',
        'custody/',
        'frame/',
        'data/',
        'directory/',
        'status/',
        'verify/',
        'convert/',
        'onramp/',
        'names/',
        'rpc/',
        'relay/',
        'history/',
        'identity/',
        'sessions/',
        'siwx/',
      ],
      apart: true,
    },
    { name: 'app', holds: ['app.ts'] },
    { name: 'main', holds: ['main.ts', 'startServer.ts', 'exports/'] },
  ],
}

/** The files that may open a higher floor by `import()`: what stands above is fetched when it is first needed. */
export const stairs: readonly string[] = ['modal/ModalHost.tsx']

/**
 * Finds the imports that climb: from a file to one on a higher floor, or between two entries of a floor whose entries do
 * not know each other. Imports are resolved to files; a file that no floor names stands as high as the highest file that it
 * reaches.
 *
 * @param root - The folder of the room.
 * @param house - Its floors from the ground up.
 * @returns One sentence for each import that climbs.
 */
export function climbs(root: string, house: readonly Floor[]): string[] {
  const src = join(root, 'src')
  if (!existsSync(src)) return []
  const files = sourceFiles(src, 'source')
  const known = new Set(files)
  const arrows = new Map(files.map((file) => [file, targets(file, readSource(src, file), known)]))
  const heights = new Map<string, number>()

  function height(file: string, path: readonly string[] = []): number {
    const own = floorOf(file, house)
    if (own !== undefined) return own
    const measured = heights.get(file)
    if (measured !== undefined || path.includes(file)) return measured ?? 0
    const reached = (arrows.get(file) ?? []).map((arrow) => height(arrow.to, [...path, file]))
    const result = Math.max(0, ...reached)
    heights.set(file, result)
    return result
  }

  return files.flatMap((file) =>
    (arrows.get(file) ?? []).flatMap(({ to, line }) => {
      const [from, target] = [floorOf(file, house), height(to)]
      if (from === undefined) return []
      const at = `${fromRoot(join(src, file))}:${line}`
      if (target > from)
        return [`${at} stands on '${house[from]?.name}' and may not import ${to} of '${house[target]?.name}'`]
      const isNeighbour =
        house[from]?.apart && floorOf(to, house) === from && entryOf(file, house) !== entryOf(to, house)
      return isNeighbour ? [`${at} and ${to} are neighbours on '${house[from]?.name}' and do not know each other`] : []
    }),
  )
}

function floorOf(file: string, house: readonly Floor[]): number | undefined {
  // A file that is named by itself stands where it is named, not where its folder stands.
  const named = house.findIndex((floor) => floor.holds.includes(file))
  if (named !== -1) return named
  const at = house.findIndex((floor) => floor.holds.some((entry) => entry.endsWith('/') && file.startsWith(entry)))
  return at === -1 ? undefined : at
}

// With one folder on the floor its files are the neighbours, with several the folders are.
function entryOf(file: string, house: readonly Floor[]): string | undefined {
  const floor = house.find((each) => each.holds.some((entry) => file.startsWith(entry)))
  const folder = floor?.holds.find((entry) => file.startsWith(entry))
  if (folder === undefined || floor?.holds.length !== 1) return folder
  return file.slice(folder.length).replace(/\.[^/]*$/, '')
}

function targets(file: string, text: string, known: ReadonlySet<string>): { to: string; line: number }[] {
  return importsOf(text).flatMap(({ specifier, line, lazy }) => {
    if (!specifier.startsWith('.') || (lazy && stairs.includes(file))) return []
    const path = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''))
    const candidates = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), `${path}.ts`, `${path}.tsx`]
    const to = candidates.find((candidate) => known.has(candidate))
    return to === undefined ? [] : [{ to, line }]
  })
}
