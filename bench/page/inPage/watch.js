// Runs before the scripts of the page and watches, frame by frame, for what a visitor sees. Times are performance.now() right
// after the paint of the first frame in which the condition held.
{
  const marks = new Map()
  const watchers = new Map()
  const clicks = []
  const longTasks = []
  const interactions = []
  let lastActivity = 0
  let looping = false

  const find = ({ selector, text }) => {
    const all = [...document.querySelectorAll(selector)]
    if (!text) return all[0]
    const wanted = new RegExp(text, 'i')
    return all.find(
      (element) => wanted.test(element.textContent) || wanted.test(element.getAttribute('aria-label') ?? ''),
    )
  }
  const opacity = (element) => {
    let product = 1
    for (let at = element; at; at = at.parentElement) product *= Number(getComputedStyle(at).opacity)
    return product
  }
  const isShown = (element) => {
    const box = element.getBoundingClientRect()
    const onScreen = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    return box.width > 1 && box.height > 1 && onScreen && getComputedStyle(element).visibility !== 'hidden'
  }
  const centre = (target) => {
    const box = find(target)?.getBoundingClientRect()
    return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null
  }
  const isClickable = (element, target) => {
    if (element.disabled || element.getAttribute('aria-disabled') === 'true' || opacity(element) < 0.05) return false
    const { x, y } = centre(target)
    return element.contains(document.elementFromPoint(x, y))
  }
  const print = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left, top, width, height].map((value) => Math.round(value * 2)).join()
  }
  // What a frame callback sees is what that frame paints; a message posted in it runs right after the paint.
  const afterPaint = (callback) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      callback(performance.now())
    }
    port2.postMessage(0)
  }

  // Says true when the condition holds now, or a time when it held since then.
  const check = (watcher, now) => {
    const { target, kind, box } = watcher
    const element = find(target)
    if (!element || !isShown(element)) {
      watcher.print = undefined
      return false
    }
    if (kind === 'clickable') return isClickable(element, target)
    if (kind === 'visible') return opacity(element) > 0.05
    // Stable: fully opaque, and row and box unmoved for 100 ms and three frames.
    const around = box ? find(box) : undefined
    const next = opacity(element) < 0.99 ? undefined : print(element) + (around ? print(around) : '')
    if (next === undefined || next !== watcher.print) {
      Object.assign(watcher, { print: next, since: now, frames: 1, painted: undefined })
      afterPaint((at) => {
        if (watcher.print === next) watcher.painted ??= at
      })
      return false
    }
    watcher.frames++
    return now - watcher.since >= 100 && watcher.frames >= 3 && watcher.painted ? watcher.painted : false
  }
  const frame = () => {
    const now = performance.now()
    for (const [name, watcher] of watchers) {
      const result = check(watcher, now)
      if (result === false) continue
      watchers.delete(name)
      const settle = (at) => {
        marks.set(name, at)
        watcher.resolve(at)
      }
      if (result === true) afterPaint(settle)
      else settle(result)
    }
    looping = watchers.size > 0
    if (looping) requestAnimationFrame(frame)
  }

  const promises = new Map()
  const watch = (name, target, kind, box) => {
    marks.delete(name)
    promises.set(
      name,
      new Promise((resolve) => {
        watchers.set(name, { target, kind, box, resolve })
      }),
    )
    if (!looping) {
      looping = true
      requestAnimationFrame(frame)
    }
  }
  const seen = (name, timeout) =>
    Promise.race([promises.get(name), new Promise((resolve) => setTimeout(() => resolve(null), timeout))])
  const quiet = (ms, cap) =>
    new Promise((resolve) => {
      const start = performance.now()
      const look = () => {
        const now = performance.now()
        if (now - start >= cap || (now - start >= ms && now - lastActivity >= ms)) resolve()
        else setTimeout(look, 50)
      }
      look()
    })

  window.addEventListener(
    'click',
    (event) => {
      if (event.isTrusted) clicks.push(event.timeStamp)
    },
    { capture: true, passive: true },
  )
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      longTasks.push({ startTime, duration })
      lastActivity = Math.max(lastActivity, startTime + duration)
    }
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver((list) => {
    for (const { responseEnd, startTime } of list.getEntries()) {
      lastActivity = Math.max(lastActivity, responseEnd || startTime)
    }
  }).observe({ type: 'resource', buffered: true })

  // What one press does is several events with one id; the longest of them ends with the paint that answers it.
  new PerformanceObserver((list) => {
    for (const { interactionId, startTime, duration } of list.getEntries()) {
      if (interactionId) interactions.push({ startTime, duration })
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })

  window.bench = {
    centre,
    watch,
    seen,
    quiet,
    lastClick: () => clicks.at(-1) ?? null,
    longTasks: (from) =>
      longTasks.filter(({ startTime }) => startTime >= from).reduce((sum, { duration }) => sum + duration, 0),
    // Rounded by the browser to 8 ms; what was answered within 16 ms is not told of and counts as that.
    nextPaint: (from) =>
      Math.max(16, ...interactions.filter(({ startTime }) => startTime >= from).map(({ duration }) => duration)),
    // A fixed amount of work: how fast the machine was during this run.
    calibrate() {
      const start = performance.now()
      let value = 1
      for (let turn = 0; turn < 6e6; turn++) value = (value * 1664525 + 1013904223) | 0
      window.benchSink = value
      return performance.now() - start
    },
  }
  for (const [name, target, kind] of window.benchFromStart) watch(name, target, kind)
}
