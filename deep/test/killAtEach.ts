import type { Ending, Lane } from './createLane.js'

/** One thing that is done over and over. */
export type Deed<Result> = {
  /** Does it once on a server that goes on living, under watch. */
  observe(lane: Lane, watch: (run: () => Promise<Result>) => Promise<Ending<Result>>): Promise<Ending<Result>>
  /** Does it on a server that is to die in it, looks at what it left, and tells whether it died. */
  round(lane: Lane, die: (run: () => Promise<Result>) => Promise<Ending<Result>>): Promise<boolean>
}

/** How often a moment that was counted may not come again before the next one is taken for it. */
const attempts = 12

/**
 * Kills servers in each of some calls, so many times each: before and after every moment that such a call was seen to have, one
 * after the other from a random one on.
 *
 * @returns The kills by call.
 */
export async function killAtEach<Result>(
  steps: readonly string[],
  { rounds, lanes }: { rounds: number; lanes: readonly Lane[] },
  random: (low: number, high: number) => number,
  { observe, round }: Deed<Result>,
): Promise<{ [step: string]: number }> {
  const [first] = lanes
  if (first === undefined) throw new Error('No server to kill')
  const seen = await observe(first, (run) => first.whileDying('^never$', { at: 0, when: 'before' }, run))
  const kills: { [step: string]: number } = {}
  const jobs: { step: string; moments: number; place: number }[] = []
  for (const step of steps) {
    const matching = Object.entries(seen.moments).filter(([path]) => new RegExp(step).test(path))
    const moments = matching.reduce((sum, [, count]) => sum + count, 0)
    if (moments === 0) throw new Error(`No call went to ${step}`)
    kills[step] = 0
    const start = random(0, 2 * moments - 1)
    for (let at = 0; at < rounds; at++) jobs.push({ step, moments, place: start + at })
  }

  async function run({ step, moments, place }: (typeof jobs)[number], lane: Lane): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const spot = (place + attempt) % (2 * moments)
      const moment = { at: 1 + (spot >> 1), when: spot % 2 === 0 ? ('before' as const) : ('after' as const) }
      const died = await round(lane, (work) => lane.whileDying(step, moment, work)).catch((cause: unknown) => {
        throw new Error(`Killed ${moment.when} moment ${moment.at} of ${moments} of ${step}: ${cause}`, { cause })
      })
      if (!died) continue
      kills[step] = (kills[step] ?? 0) + 1
      return
    }
    throw new Error(`The server would not die in ${step}`)
  }
  await Promise.all(
    lanes.map(async (lane) => {
      try {
        for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await run(job, lane)
      } catch (error) {
        jobs.length = 0
        throw error
      }
    }),
  )
  return kills
}
