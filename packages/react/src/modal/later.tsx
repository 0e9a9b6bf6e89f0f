import { type ComponentType, useEffect, useState } from 'react'

/** A component whose code arrives when it is first drawn, or when it is preloaded. */
export type Later<props extends object> = ComponentType<props> & {
  /** Fetches the code; rejects when it does not arrive, and then may be called again. */
  readonly preload: () => Promise<void>
}

/**
 * Puts off a component's code. React's own `lazy` suspends even when the code is there, and React holds back for 300 ms what
 * was suspended: a modal that was fetched on hover would still open late. This draws at once what has arrived.
 *
 * @param load - Imports the component.
 * @param Meanwhile - What is drawn until then. Default: nothing.
 * @param useWanted - Says when the code is wanted, and drawn if it is there. Default: at once.
 * @returns The component; drawing it throws when its code does not arrive.
 */
export function later<props extends object>(
  load: () => Promise<ComponentType<props>>,
  Meanwhile: ComponentType | ComponentType<props> = Nothing,
  useWanted: () => boolean = always,
): Later<props> {
  const Shown = Meanwhile as ComponentType<props>
  const code: { arrived?: ComponentType<props>; arriving?: Promise<void> } = {}

  function preload(): Promise<void> {
    code.arriving ??= load().then(
      (component) => {
        code.arrived = component
      },
      (error) => {
        delete code.arriving
        throw error
      },
    )
    return code.arriving
  }

  function Arriving(given: props) {
    const [Component, setComponent] = useState(() => code.arrived)
    const [failure, setFailure] = useState<{ error: unknown }>()
    const isWanted = useWanted()
    useEffect(() => {
      if (Component || !isWanted) return
      let gone = false
      preload().then(
        () => !gone && setComponent(() => code.arrived),
        (error) => !gone && setFailure({ error }),
      )
      return () => {
        gone = true
      }
    }, [Component, isWanted])
    if (failure) throw failure.error
    return Component && isWanted ? <Component {...given} /> : <Shown {...given} />
  }

  return Object.assign(Arriving, { preload })
}

function Nothing() {
  return null
}

function always() {
  return true
}
