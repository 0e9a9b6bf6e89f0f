// Says to the page that embeds it whatever it is told to.
Object.assign(globalThis, {
  say: (message: unknown) => parent.postMessage(message, document.referrer),
})
