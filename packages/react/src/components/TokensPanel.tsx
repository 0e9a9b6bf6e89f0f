import type { TokenBalance } from '@latchkey/core'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useChain } from '../hooks/useChain.js'
import type { Portfolio } from '../hooks/usePortfolio.js'
import { Button } from '../primitives/Button.js'
import { Icon } from '../primitives/Icon.js'
import { Notice } from '../primitives/Notice.js'
import { Skeleton } from '../primitives/Skeleton.js'
import { matchesToken } from './matchesToken.js'
import { longFrom, Rows } from './Rows.js'
import { SearchField } from './SearchField.js'
import { TokenLine } from './TokenLine.js'

/** What the account holds on the active network. */
export function TokensPanel({ portfolio }: { portfolio: Portfolio }) {
  const { config, modal } = useLatchkey()
  const strings = useAccountStrings()
  const { caipNetwork } = useChain()
  const { tokens, isPending, isFailed, retry, retryIn } = portfolio
  if (isPending) return <Skeleton rows={3} />
  if (isFailed && !tokens?.length) {
    return (
      <Notice
        icon={<Icon name="error" size={28} />}
        tone="warning"
        title={strings.balancesFailedTitle}
        actions={
          <Button kind="secondary" onClick={retry} disabled={retryIn > 0}>
            {retryIn > 0 ? strings.retryIn(retryIn) : strings.retry}
          </Button>
        }
      >
        {strings.balancesFailedText}
      </Notice>
    )
  }
  if (!tokens?.length) {
    return (
      <Notice
        icon={<Icon name="coins" size={28} />}
        title={strings.noTokensTitle}
        actions={
          config.features.receive && (
            <Button kind="secondary" onClick={() => modal.push({ view: 'WalletReceive' })}>
              {strings.receive}
            </Button>
          )
        }
      >
        {strings.noTokensText(caipNetwork?.name ?? strings.unknownNetwork)}
      </Notice>
    )
  }
  return <TokenList tokens={tokens} />
}

/** The tokens; where they are many, with a search, since the browser's own finds only what is drawn. */
function TokenList({ tokens }: { tokens: readonly TokenBalance[] }) {
  const { modal } = useLatchkey()
  const strings = useAccountStrings()
  const [search, setSearch] = useState('')
  const isLong = tokens.length > longFrom
  const wanted = useDeferredValue(isLong ? search : '')
  const found = useMemo(() => tokens.filter((token) => matchesToken(token, wanted)), [tokens, wanted])
  const draw = useCallback(
    (token: TokenBalance) => (
      <TokenLine token={token} onChoose={() => modal.push({ view: 'TokenDetails', data: { token } })} />
    ),
    [modal],
  )
  return (
    <div className="lk-searched">
      {isLong && <SearchField text={search} onText={setSearch} label={strings.searchTokens} />}
      {found.length === 0 ? (
        <Notice icon={<Icon name="coins" size={28} />} title={strings.noTokenFound} live>
          {strings.noTokenFoundHere}
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
