import { type ComponentType, useEffect, useState } from 'react'

/** A component whose code loads when it is first drawn, or when it is preloaded. */
export type LazyComponent<props extends object> = ComponentType<props> & {
  /** Fetches the code; rejects when it does not arrive, and then may be called again. */
  readonly preload: () => Promise<void>
}

/**
 * Loads a component's code when it is first drawn. React's own `lazy` suspends even when the code is there, and React holds back for
 * 300 ms what was suspended: a modal that was fetched on hover would still open late. This draws at once what is loaded.
 *
 * @param load - Imports the component.
 * @param Fallback - What is drawn until its code is loaded. Default: nothing.
 * @param useWanted - Says when the code is wanted, and drawn if it is there. Default: at once.
 * @returns The component; drawing it throws when its code does not arrive.
 */
export function lazyComponent<props extends object>(
  load: () => Promise<ComponentType<props>>,
  Fallback: ComponentType | ComponentType<props> = Nothing,
  useWanted: () => boolean = always,
): LazyComponent<props> {
  const Shown = Fallback as ComponentType<props>
  const code: { loaded?: ComponentType<props>; loading?: Promise<void> } = {}

  function preload(): Promise<void> {
    code.loading ??= load().then(
      (component) => {
        code.loaded = component
      },
      (error) => {
        delete code.loading
        throw error
      },
    )
    return code.loading
  }

  function Loading(given: props) {
    const [Component, setComponent] = useState(() => code.loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    const isWanted = useWanted()
    useEffect(() => {
      if (Component || !isWanted) return
      let gone = false
      preload().then(
        () => !gone && setComponent(() => code.loaded),
        (error) => !gone && setFailure({ error }),
      )
      return () => {
        gone = true
      }
    }, [Component, isWanted])
    if (failure) throw failure.error
    return Component && isWanted ? <Component {...given} /> : <Shown {...given} />
  }

  return Object.assign(Loading, { preload })
}

function Nothing() {
  return null
}

function always() {
  return true
}
