/** @jsxImportSource preact */

/** A small picture made of an address, so that two accounts can be told apart at a glance. */
export function Avatar({ address, size = 24 }: { address: string; size?: number }) {
  const seed = seedOf(address)
  const hue = seed[0] % 360
  // Half of the picture is drawn from the address, the other half mirrors it, as faces do.
  const cells = seed.slice(1).flatMap((value, at) => {
    const [x, y] = [at % 3, Math.floor(at / 3)]
    return value % 5 < 3 ? [] : [`M${x} ${y}h1v1h-1z`, `M${5 - x} ${y}h1v1h-1z`]
  })
  return (
    <svg class="lf-avatar" width={size} height={size} viewBox="0 0 6 6" aria-hidden="true" focusable="false">
      <path d="M0 0h6v6H0z" fill={`hsl(${hue} 45% 82%)`} />
      <path d={cells.join('')} fill={`hsl(${(hue + 40) % 360} 55% 34%)`} />
    </svg>
  )
}

// FNV-1a; a picture needs spread, not secrecy.
function seedOf(address: string): [number, ...number[]] {
  let hash = 0x811c9dc5
  const next = () => {
    for (const letter of address.toLowerCase()) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
    return hash >>> 8
  }
  return [next(), ...Array.from({ length: 18 }, next)]
}
