import { getNames } from '../actions/getNames.js'
import type { Config } from '../createConfig.js'

type Identity = { readonly name: string | null; readonly avatar: string | null }

/** A name of ENS comes first; that of the operator's own service holds on test networks, and where ENS cannot be asked. */
export async function withOwnName(
  config: Config,
  address: string,
  { force, signal }: { readonly force?: boolean; readonly signal?: AbortSignal },
  read: () => Promise<Identity>,
): Promise<Identity> {
  const failed: unknown[] = []
  const first = await read().catch((error: unknown) => {
    failed.push(error)
    return { name: null, avatar: null }
  })
  if (first.name !== null) return first
  const more = { ...(force ? { force } : {}), ...(signal ? { signal } : {}) }
  // Without a name the account is shown by its address.
  const [name] = await getNames(config, { address, ...more }).catch(() => [])
  if (name === undefined && failed.length > 0) throw failed[0]
  return { ...first, name: name ?? null }
}
