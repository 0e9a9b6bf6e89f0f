import axe from 'axe-core'
import { expect } from 'vitest'

/** Rules about whole pages, which the part under test is not: the journeys hold them (`e2e/axe.test.ts`). */
const ofPages = ['region', 'landmark-one-main', 'page-has-heading-one']

/** Fails when axe finds something, of any impact. */
export async function expectAccessible(target: Element = document.body): Promise<void> {
  // A colour that is half faded in is not the colour that is read.
  const running = document
    .getAnimations()
    .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
  await Promise.allSettled(running.map((animation) => animation.finished))
  const { violations } = await axe.run(target, { resultTypes: ['violations'] })
  const findings = violations
    .filter(({ id }) => !ofPages.includes(id))
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('; ')}`)
  expect(findings).toEqual([])
}
