import { bloImage } from 'blo'
import { memo } from 'react'

/** Half of the squares of a line; the other half is its mirror image. */
const half = 4

/**
 * A picture made of an address, so that two accounts can be told apart at a glance. Drawn in place: as the source of an image
 * it would be a document of its own, which takes a browser longer than all the rest of a button.
 */
export const Avatar = /* @__PURE__ */ memo(({ address, size = 28 }: { address: string; size?: 20 | 28 | 64 }) => {
  const [squares, [ground, color, spot]] = bloImage(toSeed(address))
  return (
    <svg className="lk-avatar" data-size={size} width={size} height={size} viewBox="0 0 8 8" aria-hidden="true">
      <path fill={toCss(ground)} d="M0 0h8v8H0z" />
      <path fill={toCss(color)} d={outline(squares, 1)} />
      <path fill={toCss(spot)} d={outline(squares, 2)} />
    </svg>
  )
})

type Hsl = ReturnType<typeof bloImage>[1][0]

function toCss([hue, saturation, lightness]: Hsl): string {
  return `hsl(${hue} ${saturation}% ${lightness}%)`
}

function outline(squares: Uint8Array, color: number): string {
  const places = [...squares].flatMap((one, at) => (one === color ? [[at % half, Math.floor(at / half)]] : []))
  return places.map(([x = 0, y]) => `M${x} ${y}h1v1h-1zM${2 * half - 1 - x} ${y}h1v1h-1z`).join('')
}

function toSeed(address: string): `0x${string}` {
  return address.startsWith('0x') ? (address as `0x${string}`) : `0x${address}`
}
