/**
 * How many rounds a test runs: few in `npm test`, many in `npm run test:deep`; `LATCHKEY_ROUNDS` names another number.
 *
 * @param short - Rounds in `npm test`.
 * @param long - Rounds in `npm run test:deep`.
 * @returns The number of rounds to run now.
 *
 * @example
 * import { rounds } from './rounds.js'
 * for (let round = 1; round <= rounds(1, 50); round++) await killAndReopen(round)
 */
export function rounds(short: number, long: number): number {
  // biome-ignore lint/style/noProcessEnv: the switches of a test run are set from outside
  const { LATCHKEY_ROUNDS, LATCHKEY_DEEP } = process.env
  const asked = Number(LATCHKEY_ROUNDS)
  if (Number.isSafeInteger(asked) && asked > 0) return asked
  return LATCHKEY_DEEP === '1' ? long : short
}

/**
 * Gives the seed of this run and prints it, so that a failure can be run again with `LATCHKEY_SEED`. It is the same in every
 * `npm test`, so that a red run is about the change; `npm run test:deep` draws a new one.
 *
 * @param name - The test that begins.
 * @returns A 31-bit number.
 *
 * @example
 * import { printedSeed } from './rounds.js'
 * const seed = printedSeed('chains')
 */
export function printedSeed(name: string): number {
  // biome-ignore lint/style/noProcessEnv: the switches of a test run are set from outside
  const { LATCHKEY_SEED, LATCHKEY_DEEP } = process.env
  const asked = Number(LATCHKEY_SEED)
  const drawn = LATCHKEY_DEEP === '1' ? 1 + (Date.now() % 0x7ffffffe) : 20_261_121
  const seed = Number.isSafeInteger(asked) && asked > 0 ? asked % 0x7fffffff : drawn
  console.log(`${name}: seed ${seed} (LATCHKEY_SEED=${seed} repeats it)`)
  return seed
}
