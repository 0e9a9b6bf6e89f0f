import type { Namespace } from '@latchkey/protocol/caip'
import { families } from '../families/families.js'
import type { RestRule } from '../platform/upstream/restRule.js'

const rules: { readonly [namespace in Namespace]?: readonly RestRule[] } = Object.fromEntries(
  families.map(({ namespace, restRules }) => [namespace, restRules ?? []]),
)

/** Finds the rule for a path of a family's nodes; nothing when it may not be asked for. */
export function restRule(namespace: Namespace, isPost: boolean, path: string): RestRule | undefined {
  return rules[namespace]?.find((rule) => (rule.kind !== 'read') === isPost && rule.path.test(path))
}
