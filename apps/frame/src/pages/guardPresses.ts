import { strings } from './strings.js'

// The numbers of approvals, written anew: the frame would load a file more if it shared them with the windows.
/** Delay before a press counts after the window last changed, in milliseconds. */
export const stillTime = 700
/** The smallest window in which a press counts, in CSS pixels: a page can open one that shows nothing but the button. */
export const smallestWindow = { width: 320, height: 400 }
/** The controls that change something; links only navigate. */
const pressable = 'button, label, input[type="checkbox"]'
/** By these attributes what can be pressed comes and goes. */
const watched = ['disabled', 'hidden', 'inert', 'open']

/**
 * Accepts a press in a window of the wallet only if the user could see the target: the window is in front, and for the
 * time that an approval takes nothing came, went or was pressed. So clicks that were meant for a page, as in a game, change nothing in the
 * window that came under them. While it waits, `aria-disabled` says so on the body.
 *
 * @param target - The window.
 * @returns Ends it.
 */
export function guardPresses(target: Window = window): () => void {
  const { document } = target
  const { body } = document
  const controller = new AbortController()
  const listening = { signal: controller.signal, capture: true }
  const said = body.appendChild(document.createElement('p'))
  said.className = 'lp-again'
  said.setAttribute('role', 'status')
  let stillSince = 0
  let press: { counts: boolean } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const left = () => stillSince + stillTime - performance.now()
  const isSmall = () => target.innerWidth < smallestWindow.width || target.innerHeight < smallestWindow.height
  const isInFront = () => document.visibilityState === 'visible' && document.hasFocus()
  const isArmed = () => left() <= 0 && isInFront() && !isSmall()

  function settle(): void {
    clearTimeout(timer)
    const rest = left()
    if (rest > 0) timer = setTimeout(settle, rest + 1)
    const isOpen = isArmed()
    body.setAttribute('aria-disabled', String(!isOpen))
    if (isOpen) said.textContent = ''
  }
  function wait(): void {
    stillSince = performance.now()
    settle()
  }
  function disturb(): void {
    // A press may still be held: it began on what was there before.
    if (press) press.counts = false
    wait()
  }
  function begin(isTrusted: boolean): void {
    press = { counts: isTrusted && isArmed() }
    // Each press begins the wait anew, for whatever comes under the next one.
    wait()
  }

  target.addEventListener('pointerdown', ({ isTrusted }) => begin(isTrusted), listening)
  target.addEventListener(
    'keydown',
    ({ key, isTrusted, repeat, target: on }) => {
      const isPress = key === 'Enter' || (key === ' ' && on instanceof Element && on.matches(pressable))
      // A key that was held down since before the screen came is not an answer to it.
      if (isPress) begin(isTrusted && !repeat)
    },
    listening,
  )
  target.addEventListener(
    'click',
    (event) => {
      if (!(event.target instanceof Element && event.target.closest(pressable))) return
      // Assistive software clicks without a press before it.
      const counts = event.isTrusted && (press?.counts ?? isArmed())
      const judged = press
      // A label clicks its box within the same task, by the same press.
      setTimeout(() => {
        if (press === judged) press = undefined
      })
      if (counts) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (event.isTrusted) said.textContent = isSmall() ? strings.windowSmall : strings.onceMore
      wait()
    },
    listening,
  )
  for (const name of ['focus', 'pageshow', 'resize'])
    target.addEventListener(name, (event) => event.target === target && disturb(), listening)
  target.addEventListener('blur', (event) => event.target === target && settle(), listening)
  document.addEventListener('visibilitychange', disturb, listening)

  const observer = new MutationObserver((records) => {
    if (records.some(isOtherScreen)) disturb()
  })
  observer.observe(body, { childList: true, subtree: true, attributeFilter: watched })
  wait()
  return () => {
    controller.abort()
    observer.disconnect()
    clearTimeout(timer)
    said.remove()
    body.removeAttribute('aria-disabled')
  }
}

/** Whether something came, went or moved that could be pressed. What submits a form waits for what is typed, which is no surprise. */
function isOtherScreen({ type, target, addedNodes, removedNodes }: MutationRecord): boolean {
  if (type === 'attributes') return !(target instanceof HTMLButtonElement && target.type === 'submit')
  return [...addedNodes, ...removedNodes].some((node) => node instanceof Element)
}
