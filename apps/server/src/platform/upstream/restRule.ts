/** How a path of a REST node is treated. */
export type RestRule = {
  /** The path itself; nothing but what it names comes through. */
  path: RegExp
  /** `write` is sent once and never repeated; `ask` is a question that comes with a body. */
  kind: 'read' | 'ask' | 'write'
  /** The parameters of its query that are passed on. */
  query?: readonly string[]
  /** For how long an answer 200 stays true, in milliseconds; absent: it is not kept. */
  keep?: number
}

/** A rule for reading a path. */
export function readRule(path: string, more: Partial<RestRule> = {}): RestRule {
  return { path: new RegExp(`^${path}$`), kind: 'read', ...more }
}
