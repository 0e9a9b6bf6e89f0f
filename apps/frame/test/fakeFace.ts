import type { BusyAbout, Face, Screen } from '../src/contracts.js'

/** A face without a screen: a test answers in the place of the person. */
export type FakeFace = Face & {
  readonly asked: Screen[]
  /** What is told at the moment to be under way, where it has a reason. */
  readonly waits: BusyAbout[]
  readonly themes: unknown[]
  readonly dapps: unknown[]
  /** What the person does; leaving throws. */
  answer: (screen: Screen, signal: AbortSignal) => Promise<void>
}

export function createFakeFace(): FakeFace {
  const face: FakeFace = {
    asked: [],
    waits: [],
    themes: [],
    dapps: [],
    answer: async ({ kind }) => {
      throw new Error(`Nobody answers a screen of the kind ${kind}`)
    },
    async ask(screen, { signal }) {
      face.asked.push(screen)
      await face.answer(screen, signal)
    },
    busy(_, about) {
      if (about) face.waits.push(about)
      return () => {
        if (about) face.waits.splice(face.waits.indexOf(about), 1)
      }
    },
    setTheme: (theme) => void face.themes.push(theme),
    setDapp: (dapp) => void face.dapps.push(dapp),
  }
  return face
}
