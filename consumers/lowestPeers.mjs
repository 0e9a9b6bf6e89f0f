import { readFileSync } from 'node:fs'

const packages = ['core', 'solana', 'react']

/**
 * The lowest version of each peer that our packages ask for, where they share an app: the upper end of a range is what the other
 * apps install.
 *
 * @returns {Record<string, string>} By package name.
 */
export function lowestPeers() {
  const manifests = packages.map((name) =>
    JSON.parse(readFileSync(new URL(`../packages/${name}/package.json`, import.meta.url), 'utf8')),
  )
  const ranges = manifests.flatMap(({ peerDependencies }) => Object.entries(peerDependencies))
  return Object.fromEntries(ranges.map(([name, range]) => [name, /^>=(\d+\.\d+\.\d+)( |$)/.exec(range)[1]]))
}
