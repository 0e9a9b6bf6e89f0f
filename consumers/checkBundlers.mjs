// README's five lines in an app of each bundler, built with that bundler's own defaults (Vite has five-lines, Next.js has next).
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkLooks } from './checkLooks.mjs'
import { runIn } from './installApp.mjs'
import { readFiveLines } from './readme.mjs'
import { serve } from './serve.mjs'
import { connectOn } from './steps.mjs'

const stylesheet = `import '@latchkey/react/styles.css'\n`

/** The first one is the reference for the others' pictures: no tool has touched its stylesheet. */
const apps = {
  link: { lines: (five) => five.replace(stylesheet, ''), build: buildLink, dist: '.' },
  esbuild: { build: buildEsbuild, dist: '.' },
  rspack: { build: (folder) => runIn(folder, 'npx', ['rspack', 'build', '--mode', 'production']), dist: 'dist' },
}

/** Builds each app and looks at it in both schemes. */
export async function checkBundlers({ folder, browser, references }) {
  const failures = []
  const proved = []
  for (const [app, { lines = (five) => five, build, dist }] of Object.entries(apps)) {
    const place = join(folder, app)
    writeFileSync(join(place, 'App.jsx'), lines(readFiveLines()))
    let server
    try {
      build(place)
      server = await serve(join(place, dist))
      await checkLooks({ app, url: server.url, browser, references })
      await connectOn(browser, server.url)
      proved.push(`${app}: the documented look in both schemes, connects`)
    } catch (error) {
      failures.push(`${app}: ${error.message}`)
    } finally {
      await server?.close()
    }
  }
  if (failures.length) throw new Error(failures.join('\n'))
  return proved
}

function buildEsbuild(folder) {
  runIn(folder, 'npx', ['esbuild', 'main.jsx', '--bundle', '--minify', '--jsx=automatic', '--outfile=main.js'])
}

// The stylesheet goes to the page as it is shipped, file by file.
function buildLink(folder) {
  buildEsbuild(folder)
  const shipped = join(folder, '..', 'node_modules', '@latchkey', 'react', 'dist', 'theme')
  cpSync(shipped, join(folder, 'theme'), { recursive: true })
}
