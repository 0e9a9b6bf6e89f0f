/** Says that the chains are local ones, before anybody takes their numbers for money. */
export function LocalBanner() {
  return (
    <aside className="banner" aria-label="Notice">
      <strong>Local chains.</strong> Nothing here is worth anything.
    </aside>
  )
}
