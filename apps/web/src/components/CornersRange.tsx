/** Chooses the outer corner radius, in pixels. */
export function CornersRange({ radius, onRadius }: { radius: number; onRadius: (radius: number) => void }) {
  return (
    <label className="range">
      <span className="range-label">
        Corners <output>{radius} px</output>
      </span>
      <input
        className="range-track"
        type="range"
        min={0}
        max={28}
        step={2}
        value={radius}
        onChange={(event) => onRadius(event.target.valueAsNumber)}
      />
    </label>
  )
}
