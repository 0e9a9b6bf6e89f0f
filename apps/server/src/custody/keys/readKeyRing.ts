import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod'
import { readSecretFile } from './readSecretFile.js'

const schema = z.object({
  current: z.string().regex(/^\d{1,6}$/),
  keys: z.record(z.string().regex(/^\d{1,6}$/), z.string().regex(/^[A-Za-z0-9_-]{43}$/)),
})

/** Versioned 32-byte keys; new ciphertexts are made with the current one. */
export type KeyRing = { current: string; keys: ReadonlyMap<string, Uint8Array> }

/**
 * Reads a key ring from a file and refuses one that others could have read.
 *
 * @param path - A JSON file: `{"current":"2","keys":{"1":"<32 bytes as base64url>","2":"…"}}`.
 * @param options - `allowRepository` lets it lie in a source repository, which only a local world may do.
 * @returns The ring.
 * @throws LatchkeyError INVALID_CONFIG that says what is wrong and never a key.
 *
 * @example
 * import { readKeyRing } from './readKeyRing.js'
 * const ring = readKeyRing('/run/credentials/latchkey/vault.ring')
 */
export function readKeyRing(path: string, { allowRepository = false } = {}): KeyRing {
  const refuse = (reason: string) => new LatchkeyError('INVALID_CONFIG', `The key ring ${path} ${reason}`)
  const text = readSecretFile(path, 'The key ring')
  const repository = allowRepository ? undefined : repositoryOf(realpathSync(path))
  if (repository !== undefined) throw refuse(`lies in the repository ${repository}; keep it outside`)
  const parsed = schema.safeParse(parse(text))
  if (!parsed.success) throw refuse('does not have the form of a key ring')
  const { current, keys } = parsed.data
  if (keys[current] === undefined) throw refuse(`has no key ${current}, which it calls current`)
  if (new Set(Object.values(keys)).size !== Object.keys(keys).length) throw refuse('holds the same key twice')
  const bytes = Object.entries(keys).map(([version, key]) => [version, Buffer.from(key, 'base64url')] as const)
  if (bytes.some(([, key]) => new Set(key).size < 8)) throw refuse('holds a key that is not random')
  return { current, keys: new Map(bytes.map(([version, key]) => [version, Uint8Array.from(key)])) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which holds keys.
    return undefined
  }
}

function repositoryOf(path: string): string | undefined {
  for (let at = dirname(path); ; at = dirname(at)) {
    if (['.git', '.hg', '.svn'].some((name) => existsSync(join(at, name)))) return at
    if (at === dirname(at)) return undefined
  }
}
