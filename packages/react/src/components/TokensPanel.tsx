import { useLatchkey } from '../context.js'
import { useAccountStrings } from '../hooks/useAccountStrings.js'
import { useChain } from '../hooks/useChain.js'
import type { Portfolio } from '../hooks/usePortfolio.js'
import { Button } from '../primitives/Button.js'
import { Icon } from '../primitives/Icon.js'
import { Notice } from '../primitives/Notice.js'
import { Skeleton } from '../primitives/Skeleton.js'
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
  return (
    <ul className="lk-rows" aria-label={strings.tabTokens}>
      {tokens.map((token) => (
        <TokenLine
          key={`${token.chainId} ${token.address ?? ''}`}
          token={token}
          onChoose={() => modal.push({ view: 'TokenDetails', data: { token } })}
        />
      ))}
    </ul>
  )
}
