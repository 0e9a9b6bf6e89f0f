// Runs in every document before anything of its own and notes, in milliseconds since 1970, when: the wallet's frame got its
// address, said that it is ready; a digit was typed last; a code was accepted; the page first showed an address.
const noted = {}
window.walletTimes = noted
const now = () => performance.timeOrigin + performance.now()
addEventListener('keydown', () => {
  noted.lastDigit = now()
})
new PerformanceObserver((list) => {
  for (const { name, responseEnd, responseStatus } of list.getEntries())
    if (name.endsWith('/api/auth/email/verify') && responseStatus === 200)
      noted.codeTaken = performance.timeOrigin + responseEnd
}).observe({ type: 'resource', buffered: true })
if (window === window.top) {
  const source = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'src')
  Object.defineProperty(HTMLIFrameElement.prototype, 'src', {
    ...source,
    set(value) {
      noted.frameSet ??= now()
      source.set.call(this, value)
    },
  })
  addEventListener('message', ({ data }) => {
    if (data?.type === '@w3m-frame/READY') noted.frameReady ??= now()
  })
  const look = () => {
    if (noted.address || !document.querySelector('#acct')?.textContent.startsWith('0x')) return
    // In the second frame, what was written has been drawn.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        noted.address ??= now()
      }),
    )
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
}
