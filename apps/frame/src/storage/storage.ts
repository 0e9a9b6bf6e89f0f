import type { RecordName, RecordOf } from './records.js'

/** INTERFACE: what this browser keeps of the wallet. Nothing in here ever rejects: what cannot be kept is remembered until the page goes. */
export type FrameStorage = {
  /** False once this browser refused to keep something: each visit then needs a new sign-in. */
  readonly isKept: boolean
  /** Returns a record; what is corrupt is as good as absent. */
  read<N extends RecordName>(name: N, owner: string): Promise<RecordOf<N> | undefined>
  write<N extends RecordName>(name: N, owner: string, value: RecordOf<N>): Promise<void>
  /** Writes a record unless there is one, and gives the one that is there then: two tabs end up with the same. */
  claim<N extends RecordName>(name: N, owner: string, value: RecordOf<N>): Promise<RecordOf<N>>
  remove(name: RecordName, owner: string): Promise<void>
}
