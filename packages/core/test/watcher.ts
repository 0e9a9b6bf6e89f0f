import { onTestFinished } from 'vitest'

/** Collects promise rejections that nobody handles, until the test ends. */
export function watchRejections(): readonly unknown[] {
  const seen: unknown[] = []
  const listen = (reason: unknown) => seen.push(reason)
  process.on('unhandledRejection', listen)
  onTestFinished(() => {
    process.off('unhandledRejection', listen)
  })
  return seen
}
