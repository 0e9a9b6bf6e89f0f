import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { printedSeed, rounds } from './rounds.js'
import { createRandom } from './test/createRandom.js'
import { type Child, startChild } from './test/startChild.js'

it('the embedded database keeps every acknowledged write of a server that is killed at any moment', async () => {
  const random = createRandom(printedSeed('database'))
  const total = rounds(2, 50)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-deep-db-'))
  const kills = { writing: 0, opening: 0 }
  let acknowledged = 0
  let unsaid = 0
  let running: Child | undefined
  try {
    for (let round = 1; round <= total + 1; round++) {
      const child = startChild('databaseChild.ts', [folder])
      running = child
      const isLast = round === total + 1
      if (!isLast && round > 1 && random(1, 4) === 1) {
        kills.opening++
        await Promise.race([child.until(({ ready }) => ready === true), sleep(random(0, 2_500))])
      } else {
        const found = await child.until(({ ready }) => ready === true)
        expect(found.total, 'both rows of each transaction, or none').toBe(found.sum)
        expect(found.count, 'no write twice and none missing between others').toBe(found.last)
        expect(found.last).toBeGreaterThanOrEqual(acknowledged)
        // One commit may have been done and not yet said when the kill came.
        expect(found.last).toBeLessThanOrEqual(acknowledged + 1)
        unsaid += Number(found.last) - acknowledged
        acknowledged = Number(found.last)
        if (!isLast) {
          kills.writing++
          await child.until(({ number }) => number !== undefined)
          await sleep(random(200, 1_200))
        }
      }
      await child.kill()
      for (const { number } of child.said) if (typeof number === 'number') acknowledged = number
    }
    running = undefined
    const locks = readdirSync(folder).filter((name) => name.startsWith('latchkey.lock'))
    expect(locks.length, 'only the lock of the last one that was killed').toBeLessThanOrEqual(2)
    console.log(`database: ${total} kills ${JSON.stringify(kills)}, ${acknowledged} writes kept, ${unsaid} kept unsaid`)
  } finally {
    await running?.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})
