import type { AccountId } from '@latchkey/protocol/caip'
import type { Config } from '../createConfig.js'
import { dedupe } from './dedupe.js'

type Record = { at: number; value: unknown; failedAt?: number }

/** A cache entry: its key, lifetime in milliseconds, and a guard for data of an earlier visit. */
export type CacheOptions<value> = {
  readonly key: string
  readonly life: number
  readonly check: (value: unknown) => value is value
  /** True: load again, whatever is cached. */
  readonly force?: boolean
  /** After a failure no request is made for this long; until then the last known value or this is returned. */
  readonly gate?: { readonly life: number; readonly fallback: value }
  readonly load: () => Promise<value>
}

/** An account as a part of a key: EVM addresses are the same in any case, and no others. */
export function keyOf(account: AccountId): string {
  return account.startsWith('eip155:') ? account.toLowerCase() : account
}

/** Returns the cached value while it is fresh, across reloads too; else loads it. */
export async function cached<value>(config: Config, wanted: CacheOptions<value>): Promise<value> {
  return wanted.force ? read(config, wanted) : dedupe(config, `cached ${wanted.key}`, () => read(config, wanted))
}

async function read<value>(config: Config, wanted: CacheOptions<value>): Promise<value> {
  const key = `cached/${wanted.key}`
  const record = config.storage.get(key, isRecord)
  const now = Date.now()
  const known = record && wanted.check(record.value) ? record.value : undefined
  if (!wanted.force && record && known !== undefined && isFresh(now - record.at, wanted.life)) return known
  const { gate } = wanted
  if (
    !wanted.force &&
    gate &&
    record?.failedAt !== undefined &&
    now - record.failedAt >= 0 &&
    now - record.failedAt < gate.life
  ) {
    return known ?? gate.fallback
  }
  try {
    const value = await wanted.load()
    config.storage.set(key, { at: now, value } satisfies Record)
    return value
  } catch (error) {
    if (gate)
      config.storage.set(key, {
        at: known === undefined ? 0 : (record?.at ?? 0),
        value: known ?? null,
        failedAt: now,
      } satisfies Record)
    throw error
  }
}

/** Returns the value that was loaded last, however old it is, and when. */
export function getCached<value>(
  config: Config,
  { key, check }: Pick<CacheOptions<value>, 'key' | 'check'>,
): { readonly value: value; readonly at: number } | undefined {
  const record = config.storage.get(`cached/${key}`, isRecord)
  return record && check(record.value) ? { value: record.value, at: record.at } : undefined
}

/** Returns when loading failed last, in milliseconds since 1970; undefined once a load succeeded. */
export function getFailedAt(config: Config, { key }: Pick<CacheOptions<unknown>, 'key'>): number | undefined {
  return config.storage.get(`cached/${key}`, isRecord)?.failedAt
}

/** Caches a value that is known without loading it. */
export function setCached<value>(config: Config, key: string, value: value): void {
  config.storage.set(`cached/${key}`, { at: Date.now(), value } satisfies Record)
}

function isFresh(age: number, life: number): boolean {
  // A clock that was set back must not keep a value for ever.
  return age >= 0 && age <= life
}

function isRecord(value: unknown): value is Record {
  return typeof value === 'object' && value !== null && typeof (value as Record).at === 'number'
}
