import { element } from '../../wallets/element.js'

type Detector = { detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

/** Reads QR codes, where the browser can. */
const detectorClass = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** Whether this browser can scan a QR code with the camera. */
export function canScan(): boolean {
  return detectorClass() !== undefined && navigator.mediaDevices !== undefined
}

/**
 * Shows what the camera sees until it sees the code of an app.
 *
 * @param place - Where to show it.
 * @param signal - Ends it.
 * @returns The code; undefined when it was ended.
 * @throws DOMException when the camera is denied or missing.
 */
export async function scan(place: HTMLElement, signal: AbortSignal): Promise<string | undefined> {
  const Detector = detectorClass()
  if (Detector === undefined) return undefined
  const detector = new Detector({ formats: ['qr_code'] })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  const video = element('video', { 'aria-label': 'Camera', muted: '', playsinline: '' })
  place.replaceChildren(video)
  try {
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      const codes = await detector.detect(video)
      const code = codes.find(({ rawValue }) => rawValue.startsWith('wc:'))
      if (code) return code.rawValue
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
    place.replaceChildren()
  }
}
