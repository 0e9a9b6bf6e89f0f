/** A module, for `--import`, that moves the clock of the process that it is loaded into by milliseconds. */
export function shiftClock(ahead: number): string {
  const shifted = `const Real = Date
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + ${ahead})
    else super(...given)
  }
  static now() { return Real.now() + ${ahead} }
}`
  return `data:text/javascript,${encodeURIComponent(shifted)}`
}
