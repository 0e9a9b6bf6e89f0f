import { fromRpcError } from '@latchkey/protocol/errors'
import type { Config } from '../createConfig.js'

/** Starts to watch once its code is there, until the returned function is called or the config is destroyed. */
export function lazyWatch(
  config: Config,
  load: () => Promise<() => () => void>,
  onError: ((error: Error) => void) | undefined,
): () => void {
  let isEnded = config.signal.aborted
  let stop = () => {}
  const end = () => {
    isEnded = true
    stop()
    config.signal.removeEventListener('abort', end)
  }
  config.signal.addEventListener('abort', end, { once: true })
  load().then(
    (start) => {
      if (!isEnded) stop = start()
    },
    (cause) => {
      if (!isEnded) onError?.(fromRpcError(cause))
    },
  )
  return end
}
