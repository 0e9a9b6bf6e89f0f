/** Says that the chains are local ones, before anybody takes their numbers for money. */
export function LocalBanner() {
  return (
    <p className="banner">
      <strong>Local chains.</strong> Nothing here is worth anything.
    </p>
  )
}
