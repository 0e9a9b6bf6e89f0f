import { type Config, walletList } from '@latchkey/core'
import { heightAnimation } from '@latchkey/protocol/internal/limits'
import {
  type MouseEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { AlertBar } from '../components/AlertBar.js'
import { Consent } from '../components/Consent.js'
import { ToastHost } from '../components/ToastHost.js'
import { useLatchkey } from '../context.js'
import { afterPaint } from '../hooks/afterPaint.js'
import { Icon } from '../primitives/Icon.js'
import { IconButton } from '../primitives/IconButton.js'
import { preloadImages } from '../primitives/preloadImages.js'
import type { Strings } from '../strings/en.js'
import { useThemeProps } from '../theme/useThemeProps.js'
import { getViewEntry } from './getViewEntry.js'
import type { Route } from './routes.js'
import { scrollPositions } from './scrollPositions.js'
import { useShownRoute } from './useShownRoute.js'
import { useViewCode } from './useViewCode.js'
import { whenIdle } from './whenIdle.js'

/** The modal: a native dialog that shows one view at a time. */
export function Modal() {
  const { modal, config } = useLatchkey()
  const state = useSyncExternalStore(modal.subscribe, modal.getState, modal.getState)
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const pendingCloses = useRef(0)
  const titleId = useId()
  const theme = useThemeProps()
  const wanted = state.stack.at(-1)
  const { route, from, title, leaving } = useShownRoute(wanted, state.open)
  const [content, box] = useHeight(route, state.open)
  const drawn = route ?? state.ahead
  const keepsScrollbar = useScrollbar(state.open)
  const hasToast = useSettledOpen(state.open)
  const hasBack = state.stack.length > 1 && wanted !== undefined && !getViewEntry(wanted).noBack

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!state.open) {
      if (element.open) pendingCloses.current++
      return hideDialog(element)
    }
    if (element.open) return
    const show = () => {
      // Browsers do not agree on what a dialog begins with. Those that know the attribute move the focus once, not twice.
      heading.current?.setAttribute('autofocus', '')
      showDialog(element)
      heading.current?.focus()
    }
    // A view that shows the wallet's frame does so once it is drawn: what comes last lies above.
    if (!wanted || wanted === state.ahead || !getViewEntry(wanted).isHeavy) return show()
    // A long list is drawn in one turn and laid out in the next: both at once hold a slow processor up for too long.
    const turn = setTimeout(show)
    return () => clearTimeout(turn)
  }, [state.open, wanted, state.ahead])

  useScrollPosition(route, box)
  useViewFocus(route, state.open, content, heading)
  useLaidOutAhead(state.ahead, dialog, config)
  useViewCode(wanted, state.near)

  // A browser may close a dialog by itself (a second Escape); what was refused is shown again. It tells of our own closing a
  // moment later, when the modal may be open again.
  const onClose = () => {
    if (pendingCloses.current > 0) pendingCloses.current--
    else if (modal.getState().open && !modal.close()) dialog.current?.showModal()
  }
  // The second click of a double one meant what was there before.
  const onBackdrop = ({ target, detail }: MouseEvent) => {
    if (target === dialog.current && detail < 2) modal.close()
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the key for the backdrop is Escape, which the dialog has */}
      <dialog
        ref={dialog}
        className="lk-modal"
        data-testid="lk-modal"
        {...theme}
        aria-modal="true"
        aria-labelledby={titleId}
        data-view={wanted?.view}
        data-scrollbar={keepsScrollbar || undefined}
        data-shaking={state.shaking || undefined}
        onCancel={(event) => {
          event.preventDefault()
          modal.close()
        }}
        onClose={onClose}
        onFocus={({ target }) => route && left.set(route, markOf(target))}
        onClick={onBackdrop}
      >
        <div className="lk-card">
          <span className="lk-grabber" aria-hidden="true" />
          <Header
            id={titleId}
            heading={heading}
            title={title ?? state.ahead}
            isChanging={title !== wanted}
            hasBack={hasBack}
          />
          {config.options.debug && <AlertBar />}
          <div
            className="lk-height"
            ref={box}
            // Firefox stops at each box that scrolls, and this one has no name.
            tabIndex={-1}
            onScroll={() => route && box.current && scrollPositions.set(route, box.current.scrollTop)}
            style={{ transitionDuration: `${heightAnimation}ms` }}
          >
            <div className="lk-content" ref={content} data-leaving={leaving || undefined} data-from={from?.view}>
              {drawn && <ShownView key={keyOf(drawn)} route={drawn} />}
            </div>
          </div>
        </div>
        {hasToast && <ToastHost />}
      </dialog>
      {/* Outside of an open dialog nothing can be read aloud, inside of a closed one nothing can be seen. */}
      {!hasToast && <ToastHost />}
    </>
  )
}

/** The title, the way back and the way out. */
function Header({
  id,
  heading,
  title,
  isChanging,
  hasBack,
}: {
  id: string
  heading: RefObject<HTMLHeadingElement | null>
  title: Route | undefined
  isChanging: boolean
  hasBack: boolean
}) {
  const { modal, strings, config } = useLatchkey()
  return (
    <div className="lk-header">
      <span className="lk-header-side">
        {hasBack && <IconButton icon={<Icon name="back" />} label={strings.back} onClick={modal.back} />}
      </span>
      <h2 id={id} ref={heading} tabIndex={-1} data-changing={isChanging || undefined}>
        {title ? titleOf(title, config, strings) : ''}
      </h2>
      <span className="lk-header-side">
        <IconButton data-testid="lk-close" icon={<Icon name="close" />} label={strings.close} onClick={modal.close} />
      </span>
    </div>
  )
}

const hasScrollbar = () => window.innerWidth > document.documentElement.clientWidth

/**
 * Whether the modal is open over a page that had a scrollbar. The page behind stops scrolling, and the scrollbar's place is kept,
 * so that nothing moves. Observed while the modal is closed: to ask at the click would have the page laid out anew.
 */
function useScrollbar(open: boolean): boolean {
  const seen = useRef<boolean>(undefined)
  useEffect(() => {
    if (open || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => {
      seen.current = hasScrollbar()
    })
    for (const element of [document.documentElement, document.body]) observer.observe(element)
    return () => observer.disconnect()
  }, [open])
  return useMemo(() => open && (seen.current ?? hasScrollbar()), [open])
}

/** Whether the modal is open and was painted: what the click need not wait for comes then. */
function useSettledOpen(open: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (open) return afterPaint(() => setSettled(true))
    setSettled(false)
  }, [open])
  return open && isSettled
}

/**
 * Has what is drawn ahead laid out once while the page is idle and the dialog closed, and never painted: what browsers remember of
 * fonts, words and styles then need not be found out in the turn of the first click. So are the pictures that no host is asked for.
 */
function useLaidOutAhead(ahead: Route | undefined, dialog: RefObject<HTMLDialogElement | null>, config: Config): void {
  useEffect(() => {
    if (!ahead) return
    return whenIdle(() => {
      const element = dialog.current
      if (!element || element.open) return
      element.style.transition = 'none'
      for (const isOpen of [true, false]) {
        element.toggleAttribute('open', isOpen)
        element.getBoundingClientRect()
      }
      element.style.transition = ''
      void preloadImages(firstPictures(config).filter((url) => url.startsWith('data:')))
    })
  }, [ahead, dialog, config])
}

/** A view begins at its top, however far the one before it was scrolled; who comes back finds it as it was. */
function useScrollPosition(route: Route | undefined, box: RefObject<HTMLElement | null>): void {
  const shown = route && keyOf(route)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time another view is shown
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = (route && scrollPositions.get(route)) ?? 0
  }, [shown])
}

/** In jsdom a dialog has its attribute and no methods. */
function showDialog(element: HTMLDialogElement): void {
  if (element.showModal) element.showModal()
  else element.open = true
}

function hideDialog(element: HTMLDialogElement): void {
  if (element.close) element.close()
  else element.open = false
}

/** The mark of the control of each view that had the focus last: the view is drawn anew when somebody comes back. */
const left = new WeakMap<Route, string>()

/** By what a control is known again: what is picked by it, as its words then change, or else its name. */
const markOf = (element: HTMLElement) =>
  element.dataset.picks ?? element.getAttribute('aria-label') ?? element.textContent

/** Focuses the title of each new view for screen readers; going back restores the focus. */
function useViewFocus(
  route: Route | undefined,
  open: boolean,
  content: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  const first = useRef(true)
  useEffect(() => {
    if (!route || !open) return
    if (first.current) first.current = false
    else if (!content.current?.contains(document.activeElement)) {
      const buttons = [...(content.current?.querySelectorAll('button') ?? [])]
      const last = buttons.find((button) => markOf(button) && markOf(button) === left.get(route)) ?? heading.current
      last?.focus()
    }
  }, [route, open, content, heading])

  useEffect(() => {
    if (!open) first.current = true
  }, [open])
}

/** A view starts anew when it is about another wallet or network. */
function keyOf(route: Route): string {
  const about = getViewEntry(route).keyOf?.(route.data as never)
  return about === undefined ? route.view : `${route.view} ${about}`
}

// What moves around a view (its height, the way back) does not draw it again.
const ShownView = memo(({ route }: { route: Route }) => {
  const { Component, connects } = getViewEntry(route)
  const view = <Component data={route.data as never} />
  return connects ? <Consent holds>{view}</Consent> : view
})

/** The height of an element's layout in pixels: with its fraction, which `offsetHeight` rounds, and without transforms. */
const heightOf = (element: Element) => Number.parseFloat(getComputedStyle(element).height)

/**
 * Sets the card to the height of its content. It changes once for each view: what arrives later may make the card higher, and only
 * the next view or a click makes it lower, so that nothing moves away from a pointer.
 */
function useHeight(route: Route | undefined, open: boolean) {
  const content = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const least = useRef(0)
  const later = useRef<() => void>(undefined)
  const measure = useCallback((isPainted = false) => {
    const [inner, outer] = [content.current, box.current]
    const card = outer?.parentElement
    // While the dialog is closed there is nothing to measure: to ask would lay the page out for nothing.
    const natural = card?.closest('dialog')?.open && inner && heightOf(inner)
    // Until a view's code is there the card stays as it is.
    if (!natural || !outer || !card || (least.current && inner.firstElementChild?.matches('.lk-skeleton'))) return
    const most = Number.parseFloat(getComputedStyle(card).maxHeight) - heightOf(card) + heightOf(outer)
    // The wallet's frame lends its height to the card that it covers.
    const isCovered = document.querySelector('dialog[data-latchkey-frame][open], .lk-sending') !== null
    const wanted = Math.max(least.current, natural)
    if (!isCovered) least.current = wanted
    // What has just opened has the height of its content: to fix it has the card laid out twice, so it waits for the first paint.
    if (!outer.style.height && !isPainted) {
      later.current?.()
      later.current = afterPaint(() => measure(true))
      return
    }
    // Beyond what the card can show, a height would change unseen before it is seen to change.
    outer.style.height = `${Math.min(wanted, most || Infinity)}px`
    // A card that grows has no scrollbar for the moment that it takes.
    outer.style.overflowY = natural > most ? '' : 'hidden'
  }, [])
  useLayoutEffect(() => {
    const element = content.current
    // Where an app's tests draw it without a layout, as jsdom does, there is nothing to measure.
    if (!element || typeof ResizeObserver === 'undefined') return
    const release = () => {
      least.current = 1
    }
    const onResize = () => measure()
    const observer = new ResizeObserver(onResize)
    observer.observe(element)
    element.addEventListener('click', release, true)
    window.addEventListener('resize', onResize)
    return () => {
      observer.disconnect()
      element.removeEventListener('click', release, true)
      window.removeEventListener('resize', onResize)
    }
  }, [measure])
  // It must not open by growing from what it was.
  useLayoutEffect(() => {
    if (open) box.current?.style.removeProperty('height')
    least.current = 0
    return () => later.current?.()
  }, [open])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view has a height of its own
  useLayoutEffect(() => {
    if (least.current) least.current = 1
    measure()
  }, [measure, route])
  return [content, box] as const
}

/** What stands above a view: the wallet or the family that it is about, where it is about one. */
function titleOf(route: Route, config: Config, strings: Strings): string {
  const { title } = getViewEntry(route)
  return typeof title === 'function' ? title(route.data as never, config, strings) : strings[title]
}

/** More rows than the modal shows before it is scrolled. */
const firstRows = 8

function firstPictures(config: Config): readonly string[] {
  const wallets = walletList(config).flatMap(({ connectors }) => connectors)
  const icons = [...wallets.slice(0, firstRows).map(({ icon }) => icon), ...config.chains.map((n) => n.iconUrl)]
  return icons.filter((url) => url !== undefined)
}

/** Fetches and decodes the pictures of the wallets and chains that are seen first; 2 s at most. */
export const preloadPictures = (config: Config): Promise<void> => preloadImages(firstPictures(config))
