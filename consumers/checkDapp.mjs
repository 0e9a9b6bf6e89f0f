import { join } from 'node:path'
import { useDapp } from './dappSteps.mjs'
import { runIn } from './installApp.mjs'
import { serve } from './serve.mjs'
import { writeDapp } from './writeDapp.mjs'

/** A realistic dapp in a few lines without a cast, type-checked and built as a new Vite app does it, and used. */
export async function checkDapp({ folder, browser, startWorld }) {
  const world = await startWorld()
  const place = join(folder, 'dapp')
  const lines = writeDapp(place, [], world)
  runIn(place, process.execPath, ['../node_modules/typescript/bin/tsc', '-p', '.'])
  runIn(place, 'npx', ['vite', 'build', '--logLevel', 'warn'])
  const server = await serve(join(place, 'dist'))
  try {
    const proved = await useDapp({ browser, url: server.url, world, name: 'vite' })
    return [`a dapp of ${lines} lines without a cast, by Vite`, ...proved]
  } finally {
    await server.close()
  }
}
