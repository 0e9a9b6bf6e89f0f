import { type RefObject, useEffect, useRef, useState } from 'react'
import { createCodeReader } from '../primitives/createCodeReader.js'

/** Between two looks at the picture, in milliseconds: as often as a hand moves, and the device stays cool. */
const pause = 120

/** Why the camera shows nothing. `failed`: what reads codes did not arrive. */
export type ScanTrouble = 'refused' | 'missing' | 'busy' | 'ended' | 'failed'
type ScanStatus = 'starting' | 'on' | ScanTrouble

/**
 * Looks for a QR code with the camera while it is drawn, and lets go of the camera as soon as it found one or is not drawn any more.
 *
 * @param onCode - Takes the text of the first code that is read.
 */
export function useCodeScanner(onCode: (text: string) => void): {
  /** Where the picture of the camera goes. */
  readonly video: RefObject<HTMLVideoElement | null>
  readonly status: ScanStatus
  /** True: the camera looks at the person who holds it, or at the one before the screen. */
  readonly isMirror: boolean
  /** Asks for the camera once more. */
  readonly retry: () => void
} {
  const video = useRef<HTMLVideoElement>(null)
  const [status, setStatus] = useState<ScanStatus>('starting')
  const [isMirror, setIsMirror] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const latest = useRef(onCode)
  useEffect(() => {
    latest.current = onCode
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt restarts the camera
  useEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    const end = (trouble?: ScanTrouble) => {
      if (signal.aborted) return
      ending.abort()
      if (trouble) setStatus(trouble)
    }
    const scan = async () => {
      const stream = await openCamera(signal)
      const [track] = stream.getVideoTracks()
      track?.addEventListener('ended', () => end('ended'), { signal })
      setIsMirror(track?.getSettings().facingMode !== 'environment')
      const element = video.current
      if (!element) return
      element.srcObject = stream
      await element.play()
      signal.throwIfAborted()
      setStatus('on')
      const read = await createCodeReader().catch(() => undefined)
      if (!read) return end('failed')
      while (!signal.aborted) {
        const text = await read(element)
        if (text !== undefined && !signal.aborted) {
          end()
          latest.current(text)
        }
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
    scan().catch((error: unknown) => end(troubleOf(error)))
    return () => end()
  }, [attempt])

  const retry = () => {
    // The picture's place is drawn again before the camera is asked for.
    setStatus('starting')
    setAttempt((before) => before + 1)
  }
  return { video, status, isMirror, retry }
}

/** Opens the camera on the back where there are two; it is stopped when the signal says so, also while it is asked for. */
async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  const media: MediaDevices | undefined = navigator.mediaDevices
  if (!media?.getUserMedia) throw new DOMException('This page may use no camera.', 'NotFoundError')
  const stream = await media.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (signal.aborted) stop()
  signal.throwIfAborted()
  signal.addEventListener('abort', stop, { once: true })
  return stream
}

/** @see https://www.w3.org/TR/mediacapture-streams/#dom-mediadevices-getusermedia */
function troubleOf(error: unknown): ScanTrouble {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}
