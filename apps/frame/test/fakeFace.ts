import type { Face, Screen } from '../src/contracts.js'

/** A face without a screen: a test answers in the place of the person. */
export type FakeFace = Face & {
  readonly asked: Screen[]
  readonly themes: unknown[]
  readonly dapps: unknown[]
  /** What the person does; leaving throws. */
  answer: (screen: Screen, signal: AbortSignal) => Promise<void>
}

export function createFakeFace(): FakeFace {
  const face: FakeFace = {
    asked: [],
    themes: [],
    dapps: [],
    answer: async ({ kind }) => {
      throw new Error(`Nobody answers a screen of the kind ${kind}`)
    },
    async ask(screen, { signal }) {
      face.asked.push(screen)
      await face.answer(screen, signal)
    },
    busy: () => () => {},
    setTheme: (theme) => void face.themes.push(theme),
    setDapp: (dapp) => void face.dapps.push(dapp),
  }
  return face
}
