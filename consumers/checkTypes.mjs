import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runIn } from './installApp.mjs'
import { readFiveLines } from './readme.mjs'
import { must } from './steps.mjs'

const compilers = {
  'typescript-5.9': ['--module', 'esnext', '--moduleResolution', 'bundler'],
  typescript: ['--module', 'nodenext', '--moduleResolution', 'nodenext'],
}

/** README's five lines type-check where no framework declares what a stylesheet is, and side-effect imports are checked. */
export function checkTypes({ folder }) {
  const place = join(folder, 'types')
  writeFileSync(join(place, 'App.tsx'), readFiveLines())
  for (const [compiler, resolution] of Object.entries(compilers)) {
    const said = runIn(place, process.execPath, [`../node_modules/${compiler}/bin/tsc`, '-p', '.', ...resolution])
    must(said.trim() === '', `${compiler} ${resolution.join(' ')} said:\n${said}`)
  }
  return ['the stylesheet has types without vite/client, in TypeScript 5.9 and 7']
}
