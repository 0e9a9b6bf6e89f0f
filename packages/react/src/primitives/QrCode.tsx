import { useMemo } from 'react'
import { encode } from 'uqr'

/** Light modules around the code; scanners need four. @see ISO/IEC 18004 */
const quietZone = 4
/** The patterns in three corners, by which scanners find the code, in modules. */
const finderSize = 7
/** A little wider than a module, so that no light shows between two that touch. */
const strokeWidth = 1.02

/** A text as a QR code with round modules: dark on white in every theme, since many scanners cannot read the inverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules, finders, size } = useMemo(() => draw(text), [text])
  return (
    <svg className="lk-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={modules} fill="none" strokeWidth={strokeWidth} strokeLinecap="round" />
      <path d={finders} stroke="none" fillRule="evenodd" />
    </svg>
  )
}

function draw(text: string): { modules: string; finders: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const far = size - quietZone - finderSize
  const corners = [
    [quietZone, quietZone],
    [far, quietZone],
    [quietZone, far],
  ] as const
  const isFinder = (x: number, y: number) =>
    corners.some(([left, top]) => x >= left && x < left + finderSize && y >= top && y < top + finderSize)
  const isDark = (x: number, y: number) => data[y]?.[x] === true && !isFinder(x, y)
  const lines: string[] = []
  for (let at = 0; at < size; at++) {
    for (const [length, start] of runsOf(size, (x) => isDark(x, at))) {
      const isAlone = length === 1 && !isDark(start, at - 1) && !isDark(start, at + 1)
      if (length > 1 || isAlone) lines.push(`M${start + 0.5} ${at + 0.5}h${length - 1}`)
    }
    for (const [length, start] of runsOf(size, (y) => isDark(at, y)))
      if (length > 1) lines.push(`M${at + 0.5} ${start + 0.5}v${length - 1}`)
  }
  const finders = corners.map(([x, y]) => ring(x, y, 7, 2) + ring(x + 1, y + 1, 5, 1.4) + ring(x + 2, y + 2, 3, 1))
  return { modules: lines.join(''), finders: finders.join(''), size }
}

/** The lengths and starts of what is dark along a line. */
function runsOf(size: number, isDark: (at: number) => boolean): (readonly [length: number, start: number])[] {
  const runs: (readonly [number, number])[] = []
  for (let at = 0; at < size; at++) {
    const start = at
    while (isDark(at)) at++
    if (at > start) runs.push([at - start, start])
  }
  return runs
}

/** The outline of a square with round corners. */
function ring(x: number, y: number, side: number, radius: number): string {
  const straight = side - 2 * radius
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`
  return [
    `M${x + radius} ${y}h${straight}${corner(radius, radius)}v${straight}${corner(-radius, radius)}`,
    `h${-straight}${corner(-radius, -radius)}v${-straight}${corner(radius, -radius)}z`,
  ].join('')
}
