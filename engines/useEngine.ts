import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { findEngines } from '../tools/engines.mjs'
import type { Engine, EngineName, Tab, TabOptions } from './driver/engine.js'
import { startPuppeteer } from './driver/puppeteerEngine.js'
import { startWebKit } from './driver/webkitEngine.js'

/** What a test has of its browser. */
export type Browsing = {
  readonly engine: () => Engine
  /** Opens a tab with a profile of its own, which goes with the test; what goes wrong in it fails the test. */
  open(options?: TabOptions): Promise<Tab>
  /** Saves a screenshot. */
  look(tab: Tab, name: string): Promise<void>
}

const engines = await findEngines()
const chosen = process.env.LATCHKEY_ENGINES?.split(',')

/** Declares the tests once for each engine; one that is not installed is named in what is skipped. */
export function inEachEngine(tests: (browsing: Browsing) => void): void {
  for (const { name, programs, isThere, advice } of engines) {
    if (chosen && !chosen.includes(name)) continue
    describe.skipIf(!isThere)(isThere ? name : `${name}, which is not installed (${advice})`, () => {
      let engine: Engine | undefined
      beforeAll(async () => {
        engine = await startEngine(name, programs)
      })
      afterAll(() => engine?.close())
      const running = () => {
        if (!engine) throw new Error('The engine is not running')
        return engine
      }
      const look = (tab: Tab, picture: string) => keepPicture(tab, `${name}-${picture}`)
      tests({ engine: running, look, open: (options) => openForTest(running(), options ?? {}, look) })
    })
  }
}

function startEngine(
  name: EngineName,
  { browser = '', driver = '', screen = '', clipboard = '' }: { readonly [program: string]: string | undefined },
): Engine | Promise<Engine> {
  return name === 'webkit' ? startWebKit({ browser, driver, screen, clipboard }) : startPuppeteer(name, browser)
}

async function openForTest(engine: Engine, options: TabOptions, look: Browsing['look']): Promise<Tab> {
  const tab = await engine.open(options)
  // Called last first: the picture is taken before the tab goes.
  onTestFinished(() => tab.close())
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await look(tab, `failed-${task.name}`).catch(() => {})
    if (tab.problems.length > 0) throw new Error(`The page had problems:\n${tab.problems.join('\n')}`)
  })
  return tab
}

async function keepPicture(tab: Tab, name: string): Promise<void> {
  const folder = '.reports/engines'
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${name.replace(/[^\w-]+/g, '-').slice(0, 100)}.png`, await tab.picture())
}
