import { type ReactNode, useId } from 'react'

/** One of a few, as radio buttons that look like one control. */
export function Segmented<value extends string>({
  legend,
  options,
  selected,
  onSelect,
  hideLegend = false,
}: {
  legend: string
  options: readonly { readonly value: value; readonly label: ReactNode; readonly name?: string }[]
  selected: value
  onSelect: (value: value) => void
  hideLegend?: boolean
}) {
  const name = useId()
  return (
    <fieldset className="segmented">
      <legend className={hideLegend ? 'hidden' : undefined}>{legend}</legend>
      <div>
        {options.map((option) => (
          <label key={option.value} title={option.name}>
            <input
              type="radio"
              name={name}
              value={option.value}
              aria-label={option.name}
              checked={option.value === selected}
              onChange={() => onSelect(option.value)}
            />
            <span className="segmented-face">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
