type Policy = { createScriptURL(url: string): string }
type PolicyFactory = { createPolicy(name: string, rules: Policy): Policy }

/**
 * Starts the worker that holds the keys. Under the page's policy nothing else can be started: the one rule for script
 * addresses lets this one through and no other.
 *
 * @param address - The worker's own file.
 * @returns Starts a worker; a page has one rule and may start its worker more than once.
 */
export function prepareWorker(address: string): () => Worker {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory }
  const rules: Policy = {
    createScriptURL(url) {
      if (url !== address) throw new TypeError('Only the wallet’s own worker may be started')
      return url
    },
  }
  const policy = trustedTypes?.createPolicy('wallet', rules) ?? rules
  return () => new Worker(policy.createScriptURL(address), { type: 'module', name: 'keyring' })
}
