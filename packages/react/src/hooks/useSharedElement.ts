import { viewTransition } from '@latchkey/protocol/internal/limits'
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLatchkey } from '../context.js'
import type { ModalStore } from '../modal/store.js'

/** How long a picture is on its way, in milliseconds: it goes further than an edge of the card. */
const flight = 240

/** How long a finger or a button stays down before its click, in milliseconds: what was longer ago may have moved since. */
const longestPress = 400

type Place = { readonly name: string; readonly isRow: boolean; readonly rect: DOMRect; at: number }

/** Where each modal had the picture of a wallet or a network last. */
const left = new WeakMap<ModalStore, Place>()

/**
 * Carries the picture of a wallet or a network from one view to the next: from the row that was pressed to the view about it, on to
 * the code of a wallet, and back to the row. One that is under way turns around where it is.
 *
 * @param name - The name of the wallet, or the id of the network.
 */
export function useSharedElement(
  name: string,
  { isRow = false }: { isRow?: boolean } = {},
): {
  readonly picture: RefObject<HTMLSpanElement | null>
  /** Notes where the picture is, ahead of the click: asked for there, the page is laid out once more. */
  readonly press: () => void
  /** Reports that this row was clicked. */
  readonly leave: () => void
} {
  const { modal } = useLatchkey()
  const picture = useRef<HTMLSpanElement>(null)
  const press = () => note(modal, { name, isRow }, picture.current)
  const leave = () => {
    const last = left.get(modal)
    if (last?.name === name && last.isRow === isRow && performance.now() - last.at < longestPress)
      last.at = performance.now()
    else press()
  }
  useLayoutEffect(() => {
    const element = picture.current
    const from = left.get(modal)
    // Of two lists that have it, neither is about it. What was left long ago is no longer in anybody's eye.
    const isSame = from?.name === name && !(from.isRow && isRow) && performance.now() - from.at < 4 * viewTransition
    const flying = isSame ? fly(element, from.rect) : undefined
    return () => {
      if (!isRow) note(modal, { name, isRow }, element)
      flying?.cancel()
    }
  }, [modal, name, isRow])
  return { picture, press, leave }
}

function note(modal: ModalStore, whose: Pick<Place, 'name' | 'isRow'>, element: HTMLElement | null): void {
  const rect = element?.getBoundingClientRect()
  if (rect && rect.width > 0) left.set(modal, { ...whose, rect, at: performance.now() })
}

function fly(element: HTMLElement | null, from: DOMRect): Animation | undefined {
  const to = element?.getBoundingClientRect()
  if (!element || !to?.width || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  const x = from.x + from.width / 2 - (to.x + to.width / 2)
  const y = from.y + from.height / 2 - (to.y + to.height / 2)
  const start = `translate(${x}px, ${y}px) scale(${from.width / to.width})`
  return element.animate([{ transform: start }, { transform: 'none' }], { duration: flight, easing: 'ease-out' })
}
