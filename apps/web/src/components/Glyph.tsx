/** The mark: a key that is an L. */
export function Glyph({ size = 28 }: { size?: number }) {
  return (
    <svg className="glyph" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <g>
        <circle cx="13" cy="10.5" r="4" />
        <path d="M13 14.5V25.5H21M13 20H17.5" />
      </g>
    </svg>
  )
}
