/** Shows that the chains are local ones, before anybody takes their numbers for money, and where the mails arrive. */
export function LocalBanner({ inboxUrl }: { inboxUrl: string | undefined }) {
  return (
    <aside className="banner" aria-label="Notice">
      <strong>Local chains.</strong> Nothing here is worth anything.
      {inboxUrl && (
        <>
          {' '}
          Mail arrives in the{' '}
          <a href={inboxUrl} target="_blank" rel="noreferrer">
            inbox
          </a>
          .
        </>
      )}
    </aside>
  )
}
