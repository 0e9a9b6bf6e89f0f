// Notes when a press is seen to do something: the paint after the first change that follows its click or key. What is said to
// screen readers alone, and what changes in a part that is not drawn, is no answer.
{
  let waiting
  const begin = (event) => {
    if (event.isTrusted) waiting = { from: event.timeStamp, at: undefined, isSeen: false }
  }
  for (const name of ['click', 'keydown']) window.addEventListener(name, begin, { capture: true, passive: true })
  const isDrawn = ({ attributeName, target }) =>
    !attributeName?.startsWith('aria-') &&
    (target instanceof Element ? target : target.parentElement)?.checkVisibility()
  new MutationObserver((changes) => {
    const press = waiting
    if (!press || press.isSeen || !changes.some(isDrawn)) return
    press.isSeen = true
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        port1.close()
        press.at = performance.now()
      }
      port2.postMessage(0)
    })
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  // Nothing where nothing was pressed since then.
  window.benchAnswer = (since) =>
    waiting && waiting.from >= since ? { from: waiting.from, at: waiting.at } : undefined
}
