import { join } from 'node:path'
import { checkFirstPaint } from './firstPaintSteps.mjs'
import { runIn } from './installApp.mjs'
import { startServer } from './startServer.mjs'

/** A TanStack Start app, as its own tools build and serve it; a server function reads who is connected of a cookie. */
export async function checkTanStackStart({ folder, browser }) {
  // The build writes the tree of routes that the types name.
  runIn(folder, 'npx', ['vite', 'build'])
  runIn(folder, 'npx', ['tsc'])
  const program = join(folder, 'node_modules', 'vite', 'bin', 'vite.js')
  const server = await startServer(folder, (port) => [program, 'preview', '--host', '127.0.0.1', '--port', `${port}`])
  try {
    await checkFirstPaint(browser, server.url)
  } finally {
    await server.stop()
  }
  return ['builds and type-checks', 'the first paint of a reload shows who is connected', 'hydrates', 'console quiet']
}
