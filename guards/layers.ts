import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fromRoot, importsOf, readSource, sourceFiles } from './imports.js'

/**
 * One layer of a package: the files and folders (with a trailing slash) in it, relative to `src`. Entries of a layer that is
 * `isolated` do not import each other.
 */
export type Layer = { name: string; holds: readonly string[]; isolated?: boolean }

/** The flows of the modal: each names its views in a file of its own, which the registry reads. */
const flows = ['account', 'buy', 'chains', 'connect', 'email', 'names', 'send', 'signIn', 'social', 'swap']

/** The layers of each package, lowest first; a file imports from its own layer and from those below. */
export const layers: { readonly [folder: string]: readonly Layer[] } = {
  'packages/core': [
    { name: 'base', holds: ['emitter.ts', 'storage/storage.ts', 'chain.ts'] },
    { name: 'connector', holds: ['connector.ts', 'calls/api.ts', 'embedded.ts', 'pairing.ts'] },
    { name: 'state', holds: ['namespace.ts', 'state.ts', 'config/features.ts'] },
    { name: 'config', holds: ['createConfig.ts', 'family/', 'namespaces/', 'wagmi/', 'testing/'] },
    { name: 'actions', holds: ['actions/'] },
    { name: 'flows', holds: ['contracts/', 'flows/', 'query/', 'swap/'] },
    { name: 'exports', holds: ['exports/'] },
  ],
  'packages/react': [
    {
      name: 'base',
      holds: ['context.ts', 'query/', 'theme/', 'strings/', 'modal/routes.ts', 'modal/router.ts'],
    },
    { name: 'hooks', holds: ['contracts/', 'hooks/', 'primitives/', 'theme/useThemeProps.ts'] },
    { name: 'components', holds: ['components/', 'modal/ModalHost.tsx'] },
    { name: 'views', holds: ['modal/flows/'], isolated: true },
    { name: 'registry', holds: ['modal/registry.ts', ...flows.map((flow) => `modal/flows/${flow}/${flow}Views.ts`)] },
    { name: 'modal', holds: ['modal/Modal.tsx', 'provider.tsx'] },
    { name: 'exports', holds: ['exports/'] },
  ],
  'apps/frame': [
    { name: 'base', holds: ['types.ts', 'settings.ts', 'worker/'] },
    { name: 'modules', holds: ['api/', 'storage/', 'chains/', 'signing/', 'factors/', 'screens/', 'channels/'] },
    { name: 'wallet', holds: ['wallet/'] },
    { name: 'handlers', holds: ['handlers/'] },
    { name: 'pages', holds: ['pages/'] },
    { name: 'main', holds: ['main.ts'] },
  ],
  'apps/server': [
    {
      name: 'platform: base',
      holds: ['platform/log/', 'platform/metrics/', 'platform/chains/', 'platform/secrets/', 'platform/social/'],
      isolated: true,
    },
    { name: 'platform: requests', holds: ['platform/accounts/', 'platform/cache/', 'platform/http/'], isolated: true },
    { name: 'platform: stores', holds: ['platform/db/', 'platform/limits/', 'platform/upstream/'], isolated: true },
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
        'attestation/',
        'swap/',
        'onramp/',
        'names/',
        'rpc/',
        'relay/',
        'history/',
        'identity/',
        'sessions/',
        'siwx/',
      ],
      isolated: true,
    },
    { name: 'app', holds: ['app.ts'] },
    { name: 'main', holds: ['main.ts', 'startServer.ts', 'exports/'] },
  ],
}

/** The files that may load a higher layer by `import()`, when it is first needed. */
export const lazyImporters: readonly string[] = ['modal/ModalHost.tsx']

/**
 * Finds the imports from a file to one in a higher layer, or between two entries of an isolated layer. Imports are resolved to
 * files; a file that no layer names belongs to the highest layer that it imports.
 *
 * @param root - The folder of the package.
 * @param order - Its layers, lowest first.
 * @returns One sentence for each of them.
 */
export function forbiddenImports(root: string, order: readonly Layer[]): string[] {
  const src = join(root, 'src')
  if (!existsSync(src)) return []
  const files = sourceFiles(src, 'source')
  const known = new Set(files)
  const imports = new Map(files.map((file) => [file, targets(file, readSource(src, file), known)]))
  const ranks = new Map<string, number>()

  function rankOf(file: string, path: readonly string[] = []): number {
    const own = layerOf(file, order)
    if (own !== undefined) return own
    const measured = ranks.get(file)
    if (measured !== undefined || path.includes(file)) return measured ?? 0
    const reached = (imports.get(file) ?? []).map((target) => rankOf(target.to, [...path, file]))
    const result = Math.max(0, ...reached)
    ranks.set(file, result)
    return result
  }

  return files.flatMap((file) =>
    (imports.get(file) ?? []).flatMap(({ to, line }) => {
      const [from, target] = [layerOf(file, order), rankOf(to)]
      if (from === undefined) return []
      const at = `${fromRoot(join(src, file))}:${line}`
      if (target > from)
        return [`${at} is in '${order[from]?.name}' and may not import ${to} of '${order[target]?.name}'`]
      const isSibling =
        order[from]?.isolated && layerOf(to, order) === from && getViewEntry(file, order) !== getViewEntry(to, order)
      return isSibling
        ? [`${at} and ${to} are in the isolated layer '${order[from]?.name}'; neither may import the other`]
        : []
    }),
  )
}

function layerOf(file: string, order: readonly Layer[]): number | undefined {
  // A file that is named by itself belongs to that layer, not to the layer of its folder.
  const named = order.findIndex((layer) => layer.holds.includes(file))
  if (named !== -1) return named
  const at = order.findIndex((layer) => layer.holds.some((entry) => entry.endsWith('/') && file.startsWith(entry)))
  return at === -1 ? undefined : at
}

// With one folder in the layer its files are isolated from each other, with several the folders are.
function getViewEntry(file: string, order: readonly Layer[]): string | undefined {
  const layer = order.find((each) => each.holds.some((entry) => file.startsWith(entry)))
  const folder = layer?.holds.find((entry) => file.startsWith(entry))
  if (folder === undefined || layer?.holds.length !== 1) return folder
  return file.slice(folder.length).replace(/\.[^/]*$/, '')
}

function targets(file: string, text: string, known: ReadonlySet<string>): { to: string; line: number }[] {
  return importsOf(text).flatMap(({ specifier, line, lazy }) => {
    if (!specifier.startsWith('.') || (lazy && lazyImporters.includes(file))) return []
    const path = posix.join(posix.dirname(file), specifier.replace(/\?.*$/, ''))
    const candidates = [path, path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), `${path}.ts`, `${path}.tsx`]
    const to = candidates.find((candidate) => known.has(candidate))
    return to === undefined ? [] : [{ to, line }]
  })
}
