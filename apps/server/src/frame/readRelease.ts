import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LatchkeyError } from '@latchkey/protocol/errors'
import * as z from 'zod'

/** Where the frame's origin serves its release. */
export const releasePath = '/frame-release.json'

const schema = z.object({
  version: z.string().min(1),
  files: z.record(z.string().min(1), z.string().regex(/^[0-9a-f]{64}$/)),
})

/** A release of the frame: the SHA-256 of each file by its path, and that of the whole. */
export type FrameRelease = z.output<typeof schema> & { hash: string }

/** The SHA-256 of bytes in hex. */
export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/**
 * Reads the release that a build of the frame has beside its files.
 *
 * @param folder - The folder of the build.
 * @returns The release; undefined when the build has none.
 * @throws LatchkeyError INVALID_CONFIG when the file is no release.
 */
export function readRelease(folder: string): FrameRelease | undefined {
  const path = join(folder, releasePath)
  if (!existsSync(path)) return undefined
  const text = readFileSync(path)
  try {
    return { ...schema.parse(JSON.parse(text.toString('utf8'))), hash: sha256(text) }
  } catch (cause) {
    throw new LatchkeyError('INVALID_CONFIG', `${path} is no release of the frame. Build the frame again.`, { cause })
  }
}

/** What a release is called where people read it. */
export const nameRelease = ({ version, hash }: FrameRelease) => `Frame ${version}, sha256 ${hash}`
