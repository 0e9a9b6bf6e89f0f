import { LatchkeyError } from '@latchkey/protocol/errors'
import type { FramePresenter, FrameTask } from '../embedded.js'

/** The frame of a fake embedded wallet, and the person before it. */
export type FakeFrame = {
  /** Asks something of the person; the answer is what they finish with. */
  ask(task: FrameTask, aborted: string, signal?: AbortSignal): Promise<unknown>
  present(presenter: FramePresenter | undefined): void
  /** The open request. */
  task(): FrameTask | undefined
  isShown(): boolean
  finish(result?: unknown): void
  /** Rejects the open request with an error. */
  fail(error: LatchkeyError): void
}

/** Creates the frame of a fake embedded wallet; `onTask` hears what it asks, and when that is over. */
export function createFakeFrame(onTask: (task: FrameTask | undefined) => void): FakeFrame {
  let presenter: FramePresenter | undefined
  let isShown = false
  let open: { task: FrameTask; resolve(result: unknown): void; reject(error: Error): void } | undefined
  const frame = {
    show: () => {
      isShown = open !== undefined
    },
    hide: () => {
      isShown = false
    },
  }
  return {
    ask(task, aborted, signal) {
      const asking = new Promise((resolve, reject) => {
        open = { task, resolve, reject }
      })
      signal?.addEventListener('abort', () => open?.reject(new LatchkeyError('ABORTED', aborted)))
      if (signal?.aborted) open?.reject(new LatchkeyError('ABORTED', aborted))
      onTask(task)
      if (presenter) presenter(task, frame)
      else frame.show()
      return asking.finally(() => {
        open = undefined
        frame.hide()
        onTask(undefined)
      })
    },
    present(next) {
      presenter = next
    },
    task: () => open?.task,
    isShown: () => isShown,
    finish: (result) => open?.resolve(result),
    fail: (error) => open?.reject(error),
  }
}
