import type { FramePresenter, FrameTask } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol/errors'

/** The tasks in the frame, and whether it is visible for them. */
export type FrameTasks = {
  readonly current: FrameTask | undefined
  /** Shows the frame during a task. */
  run<value>(task: FrameTask, ask: (signal: AbortSignal) => Promise<value>, signal?: AbortSignal): Promise<value>
  /** Shows the frame until stopped; the signal aborts when the visitor leaves it. */
  begin(task: FrameTask): { readonly signal: AbortSignal; end(): void }
  /** The visitor leaves the visible task. */
  leave(): void
  present(presenter: FramePresenter | undefined): void
}

/** Shows the frame while it has a task. */
export function createFrameTasks(options: {
  readonly frame: { start(): Promise<void>; show(isAlone: boolean): void; hide(): void }
  readonly onChange: () => void
}): FrameTasks {
  const { frame, onChange } = options
  const open: { task: FrameTask; controller: AbortController }[] = []
  let presenter: FramePresenter | undefined
  let shownFor: FrameTask | undefined

  const shown = {
    show() {
      if (open.length > 0) frame.show(presenter === undefined)
    },
    hide: () => frame.hide(),
  }

  function refresh(): void {
    const task = open[0]?.task
    if (task === shownFor) return
    shownFor = task
    onChange()
    if (task === undefined) frame.hide()
    else put(task)
  }

  function put(task: FrameTask): void {
    if (presenter) presenter(task, shown)
    else shown.show()
  }

  const begin: FrameTasks['begin'] = (task) => {
    const entry = { task, controller: new AbortController() }
    open.push(entry)
    refresh()
    return {
      signal: entry.controller.signal,
      end() {
        const at = open.indexOf(entry)
        if (at < 0) return
        open.splice(at, 1)
        refresh()
      },
    }
  }

  return {
    get current() {
      return shownFor
    },
    begin,
    async run(task, ask, signal) {
      // A frame that does not load has nothing to show.
      await frame.start()
      const shown = begin(task)
      try {
        return await ask(signal ? AbortSignal.any([signal, shown.signal]) : shown.signal)
      } catch (thrown) {
        if (!shown.signal.aborted) throw thrown
        throw new LatchkeyError('USER_REJECTED', 'The request was left unanswered', { cause: thrown })
      } finally {
        shown.end()
      }
    },
    leave: () => open[0]?.controller.abort(),
    present(next) {
      presenter = next
      if (shownFor !== undefined) put(shownFor)
    },
  }
}
