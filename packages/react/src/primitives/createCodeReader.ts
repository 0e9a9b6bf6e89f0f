/** Reads the QR code in the picture that a video shows now; undefined where there is none. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

type Detector = { detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]> }
type DetectorClass = {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

/** Enough for a code that fills a third of the picture, and little enough for a slow phone. */
const longestSide = 800

/**
 * Creates a reader of QR codes: the browser's own where it has one, else a library that is loaded now.
 *
 * @returns The reader; rejects where the library does not arrive.
 */
export async function createCodeReader(): Promise<CodeReader> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector
  // Some systems have the class and read nothing by it.
  const formats = await Own?.getSupportedFormats().catch((): readonly string[] => [])
  if (Own && formats?.includes('qr_code')) {
    const detector = new Own({ formats: ['qr_code'] })
    return async (video) => (await detector.detect(video)).find(({ rawValue }) => rawValue !== '')?.rawValue
  }
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    const { videoWidth, videoHeight } = video
    if (!context || videoWidth === 0) return undefined
    const scale = Math.min(1, longestSide / Math.max(videoWidth, videoHeight))
    canvas.width = Math.round(videoWidth * scale)
    canvas.height = Math.round(videoHeight * scale)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    try {
      return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height)) || undefined
    } catch {
      // It throws where it sees no code, or half of one.
      return undefined
    }
  }
}
