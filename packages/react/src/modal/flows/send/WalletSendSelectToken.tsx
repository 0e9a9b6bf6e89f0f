import type { TokenBalance } from '@latchkey/core'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { matchesToken } from '../../../components/matchesToken.js'
import { Rows } from '../../../components/Rows.js'
import { SearchField } from '../../../components/SearchField.js'
import { TokenLine } from '../../../components/TokenLine.js'
import { useLatchkey } from '../../../context.js'
import { useAccountStrings } from '../../../hooks/useAccountStrings.js'
import { usePortfolio } from '../../../hooks/usePortfolio.js'
import { useSendFlow } from '../../../hooks/useSendFlow.js'
import { useWalletGone } from '../../../hooks/useWalletGone.js'
import { Icon } from '../../../primitives/Icon.js'
import { Notice } from '../../../primitives/Notice.js'
import { Skeleton } from '../../../primitives/Skeleton.js'

/** Choose what to send among what the account holds. */
export function WalletSendSelectToken() {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const { tokens, isPending } = usePortfolio()
  const { state, edit } = useSendFlow()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const found = useMemo(() => (tokens ?? []).filter((token) => matchesToken(token, wanted)), [tokens, wanted])
  useWalletGone()

  const current = state.draft.token?.address
  const draw = useCallback(
    (token: TokenBalance) => {
      const choose = () => {
        // An amount of one token means nothing in another.
        edit(token.address === current ? { token } : { token, amountText: '' })
        modal.back()
      }
      return <TokenLine token={token} current={token.address === current} onChoose={choose} />
    },
    [current, edit, modal],
  )

  return (
    <div className="lk-view">
      <SearchField text={search} onText={setSearch} label={strings.searchTokens} />
      {isPending ? (
        <Skeleton rows={3} />
      ) : found.length === 0 ? (
        <Notice icon={<Icon name="coins" size={28} />} title={strings.noTokenFound} live>
          {strings.noTokenFoundText}
        </Notice>
      ) : (
        <Rows items={found} keyOf={keyOf} draw={draw} height={64} label={strings.tabTokens} />
      )}
    </div>
  )
}

function keyOf({ chainId, address }: TokenBalance): string {
  return `${chainId} ${address ?? ''}`
}
