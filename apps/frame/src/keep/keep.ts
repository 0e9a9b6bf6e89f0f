import type { Kept, RecordName } from './records.js'

/** CONTRACT: what this browser keeps of the wallet. Nothing in here ever rejects: what cannot be kept is remembered until the page goes. */
export type Keep = {
  /** False once this browser refused to keep something: each visit then needs a new sign-in. */
  readonly isKept: boolean
  /** Gives a record; what is corrupt is as good as absent. */
  read<N extends RecordName>(name: N, owner: string): Promise<Kept<N> | undefined>
  write<N extends RecordName>(name: N, owner: string, value: Kept<N>): Promise<void>
  /** Writes a record unless there is one, and gives the one that is there then: two tabs end up with the same. */
  claim<N extends RecordName>(name: N, owner: string, value: Kept<N>): Promise<Kept<N>>
  remove(name: RecordName, owner: string): Promise<void>
}
