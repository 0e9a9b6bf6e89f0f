import { type Namespace, parseChainId } from '@latchkey/protocol/caip'
import { families } from '../families/families.js'
import type { Cache } from '../platform/cache/cache.js'
import type { Chain } from '../platform/chains/chain.js'
import { Refusal } from '../platform/http/refusal.js'
import type { Nodes } from '../platform/upstream/nodes.js'
import type { RestAnswer } from '../platform/upstream/restAnswer.js'
import type { RestRule } from '../platform/upstream/restRule.js'
import { UpstreamFault } from '../platform/upstream/upstreamFault.js'

const rules: { readonly [namespace in Namespace]?: readonly RestRule[] } = Object.fromEntries(
  families.map(({ namespace, restRules }) => [namespace, restRules ?? []]),
)

/** Finds the rule for a path of a family's nodes; nothing when it may not be asked for. */
function restRule(namespace: Namespace, isPost: boolean, path: string): RestRule | undefined {
  return rules[namespace]?.find((rule) => (rule.kind !== 'read') === isPost && rule.path.test(path))
}

/** A request to a chain's REST nodes; the query is the caller's. */
export type RestRequest = { chain: Chain; path: string; query: URLSearchParams; body?: { text: string; type: string } }

/** Answers from a chain's REST nodes; `keep` is how many milliseconds the answer stays true. */
export type Rest = (request: RestRequest) => Promise<RestAnswer & { keep: number }>

/** A larger answer would push many small ones out of the cache. */
const maxKept = 256 * 1024

/**
 * Creates the proxy of REST nodes, by a list of paths: reads move on to the next node and are shared and kept, a transaction is
 * sent once.
 *
 * @param options - The nodes and the cache.
 * @returns The proxy; it throws a `Refusal` for a path that is not listed, and when no node answered.
 */
export function createRest({ nodes, cache }: { nodes: Nodes; cache: Cache }): Rest {
  const flying = new Map<string, Promise<RestAnswer>>()

  async function read({ chain, path, body }: RestRequest, search: string, rule: RestRule): Promise<RestAnswer> {
    const asked = `${path}${search === '' ? '' : `?${search}`}`
    if (rule.kind === 'ask') return nodes.get(chain.caip2, asked, body?.text ?? '')
    const key = `rest:${chain.caip2}:${asked}`
    const kept = rule.keep === undefined ? undefined : await cache.get(key)
    if (kept !== undefined) return JSON.parse(kept) as RestAnswer
    const known = flying.get(key)
    if (known) return known
    const asking = nodes.get(chain.caip2, asked).finally(() => {
      if (flying.get(key) === asking) flying.delete(key)
    })
    flying.set(key, asking)
    const answer = await asking
    if (rule.keep !== undefined && answer.status === 200 && answer.text.length <= maxKept)
      await cache.set(key, JSON.stringify(answer), rule.keep)
    return answer
  }

  async function write({ chain, path, body }: RestRequest): Promise<RestAnswer> {
    // Reads that are on their way may not know of this transaction.
    const forget = () => {
      for (const key of flying.keys()) if (key.startsWith(`rest:${chain.caip2}:`)) flying.delete(key)
    }
    forget()
    try {
      return await nodes.post(chain.caip2, path, body?.text ?? '', body?.type ?? 'application/json')
    } finally {
      forget()
    }
  }

  return async (request) => {
    const { chain, path, query, body } = request
    const rule = restRule(parseChainId(chain.caip2).namespace, body !== undefined, path)
    if (rule === undefined) throw new Refusal(404, 'path', 'This path of the node is not offered here')
    const search = new URLSearchParams()
    for (const name of rule.query ?? []) for (const value of query.getAll(name)) search.append(name, value)
    try {
      const answer = await (rule.kind === 'write' ? write(request) : read(request, search.toString(), rule))
      return { ...answer, keep: answer.status === 200 ? (rule.keep ?? 0) : 0 }
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error
      const isOpen = rule.kind === 'write' && error.sent && error.code !== 'RATE_LIMITED'
      throw new Refusal(
        503,
        'chainId',
        isOpen
          ? 'No answer came: the transaction may have been sent. Look for its hash before you send again.'
          : error.message,
        {
          cause: error,
          code: error.code,
          headers: error.retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(error.retryAfter / 1000)) },
        },
      )
    }
  }
}
