import { useId } from 'react'

const swatches: readonly { readonly name: string; readonly value: string | undefined }[] = [
  { name: 'Pine', value: undefined },
  { name: 'Lake', value: '#1f5fbf' },
  { name: 'Iris', value: '#5b46d6' },
  { name: 'Plum', value: '#9c2f7c' },
  { name: 'Clay', value: '#b4491f' },
  { name: 'Slate', value: '#3c4a52' },
]

/** Chooses the accent: one of a few, or any. */
export function AccentPicker({
  selected,
  onSelect,
}: {
  selected: string | undefined
  onSelect: (accent: string | undefined) => void
}) {
  const name = useId()
  const isOwn = swatches.every(({ value }) => value !== selected)
  return (
    <fieldset className="accents">
      <legend>Accent</legend>
      <div>
        {swatches.map((swatch) => (
          <label key={swatch.name} title={swatch.name}>
            <input
              type="radio"
              name={name}
              aria-label={swatch.name}
              checked={swatch.value === selected}
              onChange={() => onSelect(swatch.value)}
            />
            <span className="accent-face" style={{ backgroundColor: swatch.value ?? '#0b6b57' }} />
          </label>
        ))}
        <label className="own-accent" data-selected={isOwn}>
          <input
            type="color"
            aria-label="Any colour"
            value={selected ?? '#0b6b57'}
            onChange={(event) => onSelect(event.target.value)}
          />
          <span>Any colour</span>
        </label>
      </div>
    </fieldset>
  )
}
