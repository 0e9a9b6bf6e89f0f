/** Why the node does not take a transaction, with the number that Bitcoin Core gives such a reason. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  /** -22 cannot be read, -25 an input is missing, -26 against the rules, -27 already in a block. */
  readonly code: -22 | -25 | -26 | -27

  constructor(code: Rejection['code'], message: string) {
    super(message)
    this.code = code
  }
}
