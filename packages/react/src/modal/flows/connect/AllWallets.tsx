import { isPairing, type WalletListing } from '@latchkey/core'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { ListingRow } from '../../../components/ListingRow.js'
import { Rows } from '../../../components/Rows.js'
import { SearchField } from '../../../components/SearchField.js'
import { useLatchkey } from '../../../context.js'
import { useFamilyChains } from '../../../hooks/useFamilyChains.js'
import { usePairingAhead } from '../../../hooks/usePairingAhead.js'
import { useConfigConnectors } from '../../../hooks/useSnapshot.js'
import { useSuggestedWallets } from '../../../hooks/useSuggestedWallets.js'
import { useWalletDirectory } from '../../../hooks/useWalletDirectory.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { Button } from '../../../primitives/Button.js'
import { Icon } from '../../../primitives/Icon.js'
import { List } from '../../../primitives/List.js'
import { Notice } from '../../../primitives/Notice.js'
import { Skeleton } from '../../../primitives/Skeleton.js'
import type { Route, Routes } from '../../routes.js'

/** With fewer letters than this everything is found. */
const shortestSearch = 2
/** How long typing may pause before it is searched for, in milliseconds. */
const searchPause = 250

/** The search of each visit, since the view mounts again on the way back from a wallet. */
const left = new WeakMap<Route, { readonly text: string; readonly certified: boolean }>()

/** Every wallet of the directory, with a search. */
export function AllWallets({ data: wanted }: { data: Routes['AllWallets'] }) {
  const { config, modal } = useLatchkey()
  const strings = useWalletStrings()
  const [route] = useState(() => modal.getState().stack.findLast(({ view }) => view === 'AllWallets'))
  const before = route && left.get(route)
  const [text, setText] = useState(before?.text ?? '')
  const [certified, setCertified] = useState(before?.certified ?? false)
  useEffect(() => {
    if (route) left.set(route, { text, certified })
  }, [route, text, certified])
  const [hasCertified, setHasCertified] = useState(false)
  const search = useSettled(text.trim().length >= shortestSearch ? text.trim() : '')
  const chainId = wanted?.chainId
  usePairingAhead(chainId)
  const directory = useWalletDirectory({ search, certified, chainId })
  const { wallets, count, hasMore, isLoadingMore, error, more, retry } = directory
  const { data: suggested } = useSuggestedWallets({ chains: useFamilyChains(chainId) })
  const recent = search || certified ? [] : (suggested?.recent ?? [])

  const id = useId()
  const draw = useCallback((wallet: WalletListing) => <ListingRow wallet={wallet} chainId={chainId} />, [chainId])

  const canPair = useConfigConnectors(config).some(isPairing)
  const showCode = () => modal.push({ view: 'ConnectingWalletConnect', data: wanted })

  // A filter for what this directory does not tell apart would only find nothing.
  const marksSome = wallets?.some(({ isCertified }) => isCertified) ?? false
  useEffect(() => {
    if (marksSome) setHasCertified(true)
  }, [marksSome])

  return (
    <div className="lk-view lk-full">
      <SearchField text={text} onText={setText} label={strings.searchWallets} />
      {hasCertified && (
        <label className="lk-check">
          <input type="checkbox" checked={certified} onChange={(event) => setCertified(event.target.checked)} />
          {strings.certifiedOnly}
        </label>
      )}
      <p className="lk-hidden" role="status">
        {wallets && strings.walletsFound(count)}
      </p>
      {recent.length > 0 && (
        <List label={strings.walletsRecent} compact>
          {recent.map((wallet) => (
            <ListingRow key={wallet.id} wallet={wallet} chainId={chainId} />
          ))}
        </List>
      )}
      {wallets?.length === 0 && !hasMore && (
        <Notice
          icon={<Icon name="search" size={28} />}
          title={strings.noWalletFound}
          actions={canPair ? <Button onClick={showCode}>{strings.showCode}</Button> : undefined}
        >
          {canPair ? strings.noWalletFoundText : strings.noWalletFoundSpelling}
        </Notice>
      )}
      {wallets && wallets.length > 0 && (
        <section className="lk-list" data-compact>
          <h3 id={id} className={recent.length === 0 ? 'lk-hidden' : 'lk-list-label'}>
            {strings.walletsListed}
          </h3>
          <Rows items={wallets} keyOf={keyOf} draw={draw} height={44} gap={2} labelledBy={id} />
        </section>
      )}
      {error ? (
        <Notice
          live
          tone="warning"
          icon={<Icon name="warning" size={28} />}
          title={strings.walletsFailedTitle}
          actions={<Button onClick={retry}>{strings.retry}</Button>}
        >
          {strings.walletsFailedText}
        </Notice>
      ) : (
        <>
          {(!wallets || isLoadingMore) && <Skeleton rows={wallets ? 2 : 6} />}
          {hasMore && !isLoadingMore && <More onSeen={more} />}
        </>
      )}
    </div>
  )
}

function keyOf({ id }: WalletListing): string {
  return id
}

/** Loads the next page on scroll; also a button, for keyboard and screen readers. */
function More({ onSeen }: { onSeen: () => void }) {
  const strings = useWalletStrings()
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(onSeen)
  useEffect(() => {
    latest.current = onSeen
  })
  useEffect(() => {
    // Without it, as in jsdom, the button is pressed.
    if (!element.current || typeof IntersectionObserver === 'undefined') return
    // The margin counts only from what scrolls, not from the window around it.
    const root = element.current.closest('.lk-height')
    const seen = (entries: IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current()
    }
    const observer = new IntersectionObserver(seen, { root, rootMargin: '200px' })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={element}>
      <Button kind="secondary" onClick={onSeen}>
        {strings.moreWallets}
      </Button>
    </div>
  )
}

/** A text, once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchPause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
