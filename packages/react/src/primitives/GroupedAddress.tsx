/**
 * A whole address in groups of four, so that it can be compared by eye; copied by hand it has no gaps. The first has what all of
 * its kind begin with before it, and the last takes what is left over: an end of one letter would be nothing to compare.
 */
export function GroupedAddress({ address }: { address: string }) {
  const groups = address.match(/^(0x|[a-z]+1(?=[a-z\d]+$)).{4}|.{1,4}(.{1,3}$)?/g)
  return (
    <span className="lk-groups" dir="ltr">
      {groups?.map((group, index) => (
        <span key={String(index)}>{group}</span>
      ))}
    </span>
  )
}
