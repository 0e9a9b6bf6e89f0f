// `npm start`: checks Node, installs what is missing and starts the local world. Options: `npm start -- --help`.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installDependencies, requireNode } from './prepare.mjs'

requireNode()
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
installDependencies(root)

const args = [
  '--conditions=@latchkey/source',
  '--import',
  pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href,
  join(root, 'apps/devnet/src/main.ts'),
  ...process.argv.slice(2),
]
// The channel tells the child when this process is gone, however it went.
const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
child.once('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
child.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})

// Ctrl-C reaches the child by the terminal too, so the request goes as a message: one that is said twice counts once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.connected && child.send('stop'))
