import { Icon } from './Icon.js'

/** One of a few values, chosen in the way of the reader's own system; drawn like the other chips. */
export function Select<value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: value
  options: readonly { readonly value: value; readonly text: string }[]
  onChange: (value: value) => void
}) {
  return (
    <span className="lk-chip lk-select">
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} />
    </span>
  )
}
