import { useWalletStrings } from '../hooks/useWalletStrings.js'
import { Icon } from '../primitives/Icon.js'

/** The field that searches the directory. */
export function WalletSearch({ text, onText }: { text: string; onText: (text: string) => void }) {
  const strings = useWalletStrings()
  return (
    <label className="lk-search">
      <Icon name="search" />
      <input
        type="search"
        value={text}
        onChange={(event) => onText(event.target.value)}
        placeholder={strings.searchWallets}
        aria-label={strings.searchWallets}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
      />
    </label>
  )
}
