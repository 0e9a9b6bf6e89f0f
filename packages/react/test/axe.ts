import axe from 'axe-core'
import { expect } from 'vitest'

/** Fails when something on the page would shut a person out: serious and critical findings of axe. */
export async function expectAccessible(target: Element = document.body): Promise<void> {
  // A colour that is half faded in is not the colour that is read; what fades out may let something else fade in.
  while (isChanging() || running().length > 0) {
    await Promise.allSettled(running().map((animation) => animation.finished))
    await new Promise(requestAnimationFrame)
  }
  const { violations } = await axe.run(target, { resultTypes: ['violations'] })
  const findings = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('; ')}`)
  expect(findings).toEqual([])
}

function running(): Animation[] {
  return document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
}

function isChanging(): boolean {
  return document.querySelector('[data-changing], [data-leaving]') !== null
}
