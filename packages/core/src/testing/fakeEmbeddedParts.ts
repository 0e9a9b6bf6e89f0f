import type { EmbeddedState, FrameTask } from '../embedded.js'

/** Ways in which a fake embedded wallet fails; all off at first. */
export type FakeEmbeddedSwitches = {
  /** Every e-mail is refused with this text. */
  refuseEmail: string | undefined
  /** Every social account is refused with this text. */
  refuseSocial: string | undefined
  /** Nothing is answered. */
  neverAnswer: boolean
  /** The frame does not load. */
  noFrame: boolean
  /** The sign-in ends with a reload. */
  signedOut: boolean
}

/** What the actions of a fake embedded wallet share. */
export type FakeEmbeddedParts = {
  readonly switches: Readonly<FakeEmbeddedSwitches>
  getState(): EmbeddedState
  set(part: Partial<EmbeddedState>): void
  /** Notes a call by its name, and answers it unless a switch says otherwise. */
  call<value>(name: string, answer: () => value | Promise<value>): Promise<value>
  /** Has the frame ask something of the person. */
  ask(task: FrameTask, aborted: string, signal?: AbortSignal): Promise<unknown>
}
