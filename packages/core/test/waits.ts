/** Lets real input and output happen while `setTimeout` is a fake one. */
export async function breathe(milliseconds = 40): Promise<void> {
  const end = performance.now() + milliseconds
  // A process that was kept waiting meanwhile has let nothing happen: turns of the loop count as well.
  for (let turn = 0; turn < 100 || performance.now() < end; turn++)
    await new Promise((resolve) => setImmediate(resolve))
}

/** Waits in real time until something holds; code that is loaded only then may take its time. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 50_000
  while (!holds()) {
    if (performance.now() > end) throw new Error(`Not reached in time: ${holds}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
