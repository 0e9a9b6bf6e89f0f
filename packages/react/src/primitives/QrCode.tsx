import { useMemo } from 'react'
import { encode } from 'uqr'

/** Light modules around the code; scanners need four. @see ISO/IEC 18004 */
const quietZone = 4

/** A text as a QR code: one path, dark on white in every theme, since many scanners cannot read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text])
  return (
    <svg className="lk-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  )
}

function draw(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const runs = data.flatMap((row, y) => {
    const found: string[] = []
    for (let x = 0; x < row.length; x++) {
      const start = x
      while (row[x]) x++
      if (x > start) found.push(`M${start} ${y}h${x - start}v1h-${x - start}z`)
    }
    return found
  })
  return { path: runs.join(''), size }
}
