import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
// biome-ignore-start lint/style/noRestrictedImports: what stands for a browser in the tests of the server
import { createWalletClient, type WalletClient } from '../../apps/server/test/createWalletClient.js'
import type { Inbox } from '../../apps/server/test/startInbox.js'
// biome-ignore-end lint/style/noRestrictedImports: as above
import { type Child, type Said, startChild } from './startChild.js'

/** Longer than the wait between two mails to one address, and than the minute that releases of a wallet are counted in. */
const gap = 61_000
const origin = 'http://localhost:4402'

/** A moment of a call: its number, and whether the server dies before or after what it sends there. */
export type Moment = { at: number; when: 'before' | 'after' }
/** What came of something on a server that was to die in it: `died` is what it said last. */
export type Ending<Result> = { died: boolean; result?: Result; moments: { readonly [path: string]: number } }

/** A server with a database of its own: one process or one for each role, of which one at a time is killed and started again. */
export type Lane = {
  newClient(): Promise<WalletClient>
  /** Runs something on a server that dies at one moment of the calls that fit. */
  whileDying<Result>(path: string, moment: Moment, run: () => Promise<Result>): Promise<Ending<Result>>
  /** Lets time pass on the server; by default so much that limits on mails and releases begin anew. */
  wait(ms?: number): Promise<void>
  sweep(): Promise<Said>
  /** Waits for a mail to somebody; each is given once. */
  nextMail(to: string, subject: RegExp): Promise<unknown>
  stop(): Promise<void>
}

/** The server ended while something was waited for. */
class Died extends Error {}

/** Which roles share a process. */
export type Split = readonly (readonly ('auth' | 'vault' | 'recovery')[])[]
export const together: Split = [['auth', 'vault', 'recovery']]
/** The ones that send mails come last: they find what the others wrote down, and recovery what `auth` asked it for. */
export const apart: Split = [['vault'], ['auth'], ['recovery']]

/**
 * Starts a server to be killed.
 *
 * @param program - The built server.
 * @param place - The folder of its keys, its database (a `postgres:` URL, or a folder), the inbox it sends to and its processes.
 */
export async function createLane(
  program: string,
  { folder, database, inbox, split }: { folder: string; database: string; inbox: Inbox; split: Split },
): Promise<Lane> {
  const read = new Set<Inbox['mails'][number]>()
  mkdirSync(folder, { recursive: true })
  let ahead = 0
  let running = await Promise.all(split.map(start))

  async function start(roles: Split[number]) {
    const child = startChild(program, [folder, database, inbox.url, origin, String(ahead), roles.join()])
    const { port } = await child.until(({ ready }) => ready === true)
    const life = { child, port: Number(port), roles, isOver: false }
    child
      .until(() => false)
      .catch(() => {
        life.isOver = true
      })
    return life
  }
  async function tell(child: Child, line: string) {
    const before = child.said.length
    child.tell(line)
    return child.until((said) => said.did === line && child.said.indexOf(said) >= before)
  }
  /** Tells all processes; the last one's answer counts. */
  async function sendAll(line: string): Promise<Said> {
    let said: Said = {}
    for (const { child } of running) said = await tell(child, line)
    return said
  }
  /** The next mail that nobody has read; none is waited for once a process has died. */
  async function next(to: string, subject = /./) {
    const lives = running
    for (let attempt = 0; attempt < 12_000; attempt++) {
      const found = inbox.mails.find(
        (mail) => !read.has(mail) && mail.to?.some(({ address }) => address === to) && subject.test(mail.subject ?? ''),
      )
      if (found) {
        read.add(found)
        return found
      }
      if (lives.some(({ isOver }) => isOver)) throw new Died('The server is gone')
      await sleep(5)
    }
    throw new Error(`No mail to ${to}`)
  }
  /** Sends a call to the process that has its role, as an operator's proxy does. */
  function request(path: string, init?: RequestInit) {
    const role = /^\/api\/(vault|recovery)\//.exec(path)?.[1] ?? 'auth'
    const port = running.find(({ roles }) => roles.some((each) => each === role))?.port
    return fetch(`http://127.0.0.1:${port}${path}`, init)
  }
  const app = { request }
  const world = { app: () => app as never, inbox: { ...inbox, next }, origin, time: () => Date.now() + ahead }

  async function wait(ms = gap): Promise<void> {
    await sendAll(`wait ${ms}`)
    ahead += ms
  }

  return {
    newClient: () => createWalletClient(world),
    async whileDying(path, { at, when }, run) {
      const lives = running
      await sendAll(`arm ${path} ${at} ${when}`)
      const ended = await run().then(
        (result) => ({ result, error: undefined }),
        (error: unknown) => ({ result: undefined, error }),
      )
      const result = ended.error === undefined && ended.result !== undefined ? { result: ended.result } : {}
      const moments: { [path: string]: number } = {}
      const dead: typeof lives = []
      for (const life of lives) {
        const alive = await tell(life.child, 'disarm').catch(() => undefined)
        Object.assign(moments, alive?.moments)
        if (alive !== undefined) continue
        if (!life.child.said.some(({ killedIn }) => killedIn !== undefined)) throw new Error('It ended by itself')
        dead.push(life)
      }
      const died = dead.length > 0
      const isCutOff = died && (ended.error instanceof TypeError || ended.error instanceof Died)
      if (ended.error !== undefined && !isCutOff) throw ended.error
      for (const life of dead) {
        await life.child.kill()
        const again = await start(life.roles)
        running = running.map((each) => (each === life ? again : each))
      }
      await wait()
      return { died, moments, ...result }
    },
    wait,
    sweep: () => sendAll('sweep'),
    nextMail: next,
    async stop() {
      for (const { child } of running) await child.kill()
    },
  }
}
