import { Icon } from '../primitives/Icon.js'

/** The field that searches a list. */
export function SearchField({ text, onText, label }: { text: string; onText: (text: string) => void; label: string }) {
  return (
    <label className="lk-search">
      <Icon name="search" />
      <input
        type="search"
        value={text}
        onChange={(event) => onText(event.target.value)}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
      />
    </label>
  )
}
