import type { TokenBalance } from '@latchkey/core'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { Icon } from '../primitives/Icon.js'
import { Picture } from '../primitives/Picture.js'

/** The chosen token as a button that opens the list of all. */
export function TokenButton({ token }: { token: TokenBalance | undefined }) {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  return (
    <button
      type="button"
      className="lk-chip lk-token-button"
      data-picks="token"
      onClick={() => modal.push({ view: 'WalletSendSelectToken' })}
      title={token ? `${token.name} (${token.symbol})` : undefined}
    >
      {token && <Picture src={token.iconUrl || undefined} name={token.symbol || token.name} size={24} />}
      <bdi className="lk-cut">{token?.symbol ?? strings.chooseToken}</bdi>
      {token && <span className="lk-hidden">{strings.changeToken}</span>}
      <Icon name="down" size={16} />
    </button>
  )
}
