/** @jsxImportSource preact */
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { encode } from 'uqr'
import { Button } from './Page.js'
import { strings } from './strings.js'

/** Light modules around the code; scanners need four. @see ISO/IEC 18004 */
const quietZone = 4

/** The link that opens the user's Farcaster app: as a QR code for a phone, and as a button on this device. */
export function FarcasterCode({ url, onCancel }: { url: string | undefined; onCancel: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const code = useMemo(() => (url === undefined ? undefined : drawCode(url)), [url])
  useEffect(() => heading.current?.focus(), [])
  return (
    <div class="lp-farcaster">
      <h2 tabIndex={-1} ref={heading}>
        {strings.farcasterTitle}
      </h2>
      {code ? (
        <svg class="lp-qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={strings.farcasterCode}>
          <path d={code.path} shape-rendering="crispEdges" />
        </svg>
      ) : (
        <div class="lp-qr" aria-hidden="true" />
      )}
      <p class="lf-soft lp-scan">{strings.farcasterScan}</p>
      <p class="lf-soft lp-open">{strings.farcasterHere}</p>
      <div class="lp-buttons">
        {url === undefined ? (
          <Button isOff>{strings.busy}</Button>
        ) : (
          <a class="lf-button" data-kind="primary" href={url} target="_blank" rel="noopener noreferrer">
            {strings.farcasterOpen}
          </a>
        )}
        <Button onPress={onCancel}>{strings.cancel}</Button>
      </div>
    </div>
  )
}

/**
 * Draws a text as a QR code.
 *
 * @param text - The text.
 * @returns One path, and the side of the square that it fills, in modules.
 */
function drawCode(text: string): { readonly path: string; readonly size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { path: dark.join(''), size }
}
