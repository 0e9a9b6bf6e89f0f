import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { runIn } from './installApp.mjs'
import { wallet } from './openBrowser.mjs'
import { connectByModal, must, mustBeQuiet, waitForAccountButton, waitForText } from './steps.mjs'

/** A Next.js app router page: rendered on the server, taken over in the browser, type-checked against what we ship. */
export async function checkNext({ folder, browser }) {
  runIn(folder, 'npx', ['next', 'build'])
  const server = await startNext(folder)
  try {
    const html = await (await fetch(server.url)).text()
    must(html.includes('lk-connect-button'), 'the HTML from the server lacks the connect button')
    must(html.includes('<output id="acct">none</output>'), 'the HTML from the server lacks the account')

    const visit = await browser.visit(server.url)
    try {
      await visit.page.waitForLoadState('load')
      must(visit.outside.length === 0, `before any click the page asked ${visit.outside.join(', ')}`)
      await connectByModal(visit.page)
      await waitForText(visit.page, '#acct', wallet.address)
      await waitForAccountButton(visit.page)
      await visit.page.reload()
      await waitForText(visit.page, '#acct', wallet.address)
      // What the server rendered (nobody connected) and what the browser knows differ here: hydration must not mind.
      mustBeQuiet(visit, 'from load to reconnection')
    } finally {
      await visit.close()
    }
  } finally {
    await server.stop()
  }
  return [
    'builds and type-checks',
    'button in the HTML from the server',
    'hydrates',
    'connects',
    'reconnects',
    'console quiet',
  ]
}

function startNext(folder) {
  const program = join(folder, 'node_modules', 'next', 'dist', 'bin', 'next')
  const child = spawn(process.execPath, [program, 'start', '--port', '0', '--hostname', '127.0.0.1'], {
    cwd: folder,
    // biome-ignore lint/style/noProcessEnv: the environment of a child process
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (chunk) => {
      said += chunk
      const url = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(said)?.[0]
      if (url && /Ready/.test(said)) resolve({ url, stop })
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => reject(new Error(`next start ended with ${code}\n${said}`)))
  })
}
