/**
 * Loads code whose parts are asked for in turns of their own. A bundler asks for all files that a module needs at once: for dozens of
 * them, that holds a slow processor up for a tenth of a second.
 *
 * @param parts - Import what the code needs, in parts that share little.
 * @param load - Imports the code.
 */
export async function inTurns<code>(
  parts: readonly (() => Promise<unknown>)[],
  load: () => Promise<code>,
): Promise<code> {
  for (const part of parts) {
    // What does not arrive is missed by the code itself, which says so.
    part().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve))
  }
  return load()
}
