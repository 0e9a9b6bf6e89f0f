// Records whatever is said to it, and says whatever it is told to.
const heard: unknown[] = []
window.addEventListener('message', (event) => heard.push(event.data))
Object.assign(globalThis, {
  heard: () => heard,
  sayTo(at: number, message: unknown, withPort: boolean) {
    const target = at < 0 ? parent : parent.frames[at]!
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = (event) => heard.push(event.data)
    target.postMessage(message, '*', withPort ? [port2] : [])
  },
})
