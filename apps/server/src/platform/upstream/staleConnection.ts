/** A kept connection ended before an answer began: that says nothing about the node. */
export class StaleConnection extends Error {
  constructor(cause: unknown) {
    super('The node closed a kept connection', { cause })
  }
}
