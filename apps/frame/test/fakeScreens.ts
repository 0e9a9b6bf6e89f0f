import type { BusyAbout, Screen, Screens } from '../src/types.js'

/** Screens that draw nothing: the test answers in place of the person. */
export type FakeScreens = Screens & {
  readonly asked: Screen[]
  /** What is told at the moment to be under way, where it has a reason. */
  readonly waits: BusyAbout[]
  readonly themes: unknown[]
  readonly dapps: unknown[]
  /** What the person does; leaving throws. */
  answer: (screen: Screen, signal: AbortSignal) => Promise<void>
}

export function createFakeScreens(): FakeScreens {
  const screens: FakeScreens = {
    asked: [],
    waits: [],
    themes: [],
    dapps: [],
    answer: async ({ kind }) => {
      throw new Error(`Nobody answers a screen of the kind ${kind}`)
    },
    async ask(screen, { signal }) {
      screens.asked.push(screen)
      await screens.answer(screen, signal)
    },
    busy(_, about) {
      if (about) screens.waits.push(about)
      return () => {
        if (about) screens.waits.splice(screens.waits.indexOf(about), 1)
      }
    },
    setTheme: (theme) => void screens.themes.push(theme),
    setDapp: (dapp) => void screens.dapps.push(dapp),
  }
  return screens
}
