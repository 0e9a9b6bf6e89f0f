// Runs in the page before anything of its own and notes, in milliseconds, when it was clicked last and when a QR code stood on
// the screen after that, and had been drawn.
const noted = {}
window.codeTimes = noted
addEventListener(
  'click',
  ({ timeStamp }) => {
    noted.click = timeStamp
    delete noted.code
  },
  true,
)
const look = () => {
  if (noted.code || !document.querySelector('dialog[open][data-view="ConnectingWalletConnect"] svg.lk-qr')) return
  // In the second frame, what was put there has been drawn.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      noted.code ??= performance.now()
    }),
  )
}
new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
