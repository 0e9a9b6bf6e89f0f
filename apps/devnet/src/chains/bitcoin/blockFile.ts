import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, truncateSync } from 'node:fs'
import { join } from 'node:path'

/** The blocks of a chain on disk, one after another, each behind its length. */
export type BlockFile = {
  /** The blocks in the order of the chain. What a crash left half written is cut off. */
  read(): readonly Uint8Array[]
  append(block: Uint8Array): void
  /** Puts the file out of the way when its blocks are not of this chain. */
  putAside(): string
}

/** Opens the file of blocks in a folder, which is made when it is missing. */
export function openBlockFile(folder: string): BlockFile {
  const file = join(folder, 'bitcoin-blocks.bin')
  mkdirSync(folder, { recursive: true })
  return {
    read() {
      if (!existsSync(file)) return []
      const bytes = readFileSync(file)
      const blocks: Uint8Array[] = []
      let at = 0
      while (at + 4 <= bytes.length) {
        const end = at + 4 + bytes.readUInt32LE(at)
        if (end > bytes.length) break
        blocks.push(bytes.subarray(at + 4, end))
        at = end
      }
      if (at < bytes.length) truncateSync(file, at)
      return blocks
    },
    append(block) {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(block.length)
      appendFileSync(file, Buffer.concat([length, block]))
    },
    putAside() {
      const aside = `${file}.broken`
      renameSync(file, aside)
      return aside
    },
  }
}
