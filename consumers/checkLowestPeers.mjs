import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkFiveLines } from './checkFiveLines.mjs'
import { lowestPeers } from './lowestPeers.mjs'
import { must } from './steps.mjs'

/** The same five lines with the oldest React, TanStack Query and viem that our packages say they work with. */
export async function checkLowestPeers({ folder, weight, browser }) {
  const installed = Object.entries(lowestPeers()).flatMap(([name, lowest]) => {
    const version = versionIn(folder, name)
    if (version === undefined) return []
    must(version === lowest, `${name} ${version} was installed and not ${lowest}`)
    return [`${name} ${version}`]
  })
  must(installed.length >= 4, `only ${installed.join(', ')} were installed`)
  const proved = await checkFiveLines({ folder, weight, browser })
  return [...installed, ...proved]
}

function versionIn(folder, name) {
  try {
    return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version
  } catch {
    // A peer that this app does not need.
    return undefined
  }
}
