/** Lets real input and output happen while `setTimeout` is a fake one. */
export async function breathe(milliseconds = 40): Promise<void> {
  const end = performance.now() + milliseconds
  while (performance.now() < end) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits in real time until something holds. */
export async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 10_000
  while (!holds()) {
    if (performance.now() > end) throw new Error(`It never came to be: ${holds}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
