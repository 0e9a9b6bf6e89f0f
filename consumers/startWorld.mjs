// biome-ignore-all lint/correctness/noUndeclaredDependencies: a tool of the repository, whose devDependencies it uses
// The local world for an app that needs the embedded wallet: two chains, the wallet's server and the inbox for its mails.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Starts the local world from its sources, on free ports and in a folder of its own.
 *
 * @returns {Promise<{ serverUrl: string, walletUrl: string, phoneUrl: string, inboxUrl: string, chains: { chainId: number, name: string, url: string }[], solana: { chainId: string, name: string, url: string }, usdc: string, stop: () => Promise<void> }>}
 */
export function startWorld() {
  const loader = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href
  const child = join(root, 'consumers', 'worldChild.mjs')
  const running = spawn(process.execPath, ['--conditions=@latchkey/source', '--import', loader, child], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = new Promise((resolve) => running.once('exit', resolve))
  const stop = async () => {
    if (running.connected) running.send('stop')
    await ended
  }
  return new Promise((resolve, reject) => {
    running.once('message', (world) => resolve({ ...world, stop }))
    running.once('exit', (code) => reject(new Error(`The local world ended with ${code} before it was there`)))
  })
}

/**
 * Reads the mails to one address as they come.
 *
 * @param {string} inboxUrl - Where the inbox is.
 * @param {string} to - The address.
 * @returns {{ next: (subject: RegExp) => Promise<{ subject: string, text: string }> }} `next` gives each mail once.
 */
export function openInbox(inboxUrl, to) {
  const taken = new Set()
  async function next(subject) {
    for (let attempt = 0; attempt < 300; attempt++) {
      const answer = await fetch(new URL(`/messages?to=${encodeURIComponent(to)}`, inboxUrl))
      const { messages } = await answer.json()
      const found = messages.find((message) => !taken.has(message.id) && subject.test(message.subject))
      if (found) {
        taken.add(found.id)
        return found
      }
      await pause(100)
    }
    throw new Error(`No mail to ${to} with a subject like ${subject}`)
  }
  return { next }
}

/** Asks a node of the world. */
export async function askNode({ url }, method, params = []) {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await answer.json()
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
