/** The programs of the Debian packages that the journeys run in, beside the Chromium of all other tests. */
export type EngineName = 'chromium' | 'firefox' | 'webkit'

/** How a tab is opened: each with a profile of its own. */
export type TabOptions = {
  readonly colorScheme?: 'light' | 'dark'
  readonly size?: { readonly width: number; readonly height: number }
}

/** One tab or window of a browser, driven by real input events. */
export type Tab = {
  goto(url: string): Promise<void>
  reload(): Promise<void>
  /** Runs a self-contained function in the page, or in a frame of it, and gives back what it returns. */
  run<Result, Given = undefined>(work: (given: Given) => Result, given: Given, frame?: string): Promise<Result>
  /** Moves the pointer to a point of the window. */
  point(x: number, y: number): Promise<void>
  /** Moves the pointer to a point of the window and presses there. */
  click(x: number, y: number): Promise<void>
  /** Presses one key, named as `KeyboardEvent.key` does, after `Shift+` or `Control+` where wanted. */
  press(key: string): Promise<void>
  /** Types where the focus is. */
  type(text: string): Promise<void>
  /** Waits for the window that something opens. */
  opened(work: () => Promise<void>): Promise<Tab>
  /** Makes this the tab that somebody sits before, where another was opened since. */
  toFront(): Promise<void>
  /** The picture of the window, as PNG. */
  picture(): Promise<Uint8Array>
  /** Closes this window alone. */
  close(): Promise<void>
  isClosed(): Promise<boolean>
  /** What went wrong in the pages so far: uncaught errors, errors of the console, violations of the policy. */
  readonly problems: readonly string[]
}

/** A browser that journeys run in. */
export type Engine = {
  readonly name: EngineName
  /** Whether a frame can tell that it is seen; where it cannot, each approval is given in a window of the wallet. */
  readonly seesVisibility: boolean
  /** Opens a tab with a profile of its own; `close` ends both. */
  open(options?: TabOptions): Promise<Tab>
  /** Copies a text in another program; absent where no other program shares the clipboard. */
  copy?(text: string): Promise<void>
  close(): Promise<void>
}
