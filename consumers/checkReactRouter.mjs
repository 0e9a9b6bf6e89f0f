import { join } from 'node:path'
import { checkFirstPaint, checkTwoTabs } from './firstPaintSteps.mjs'
import { runIn } from './installApp.mjs'
import { startServer } from './startServer.mjs'

/** A React Router app in framework mode, as its own tools build, check and serve it; the server reads who is connected of a cookie. */
export async function checkReactRouter({ folder, browser }) {
  runIn(folder, 'npx', ['react-router', 'typegen'])
  runIn(folder, 'npx', ['tsc'])
  runIn(folder, 'npx', ['react-router', 'build'])
  const program = join(folder, 'node_modules', '@react-router', 'serve', 'bin.js')
  const server = await startServer(folder, () => [program, join('build', 'server', 'index.js')])
  try {
    await checkFirstPaint(browser, server.url)
    await checkTwoTabs(browser, server.url)
  } finally {
    await server.stop()
  }
  return [
    'builds and type-checks',
    'the first paint of a reload shows who is connected',
    'two tabs agree',
    'hydrates',
    'console quiet',
  ]
}
