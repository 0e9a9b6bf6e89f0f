/**
 * A whole address in groups of four, so that it can be compared by eye; copied by hand it has no gaps. The last group takes what
 * is left over: a strong end of one letter would be nothing to compare.
 */
export function GroupedAddress({ address }: { address: string }) {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const groups = address.slice(prefix.length).match(/.{4}(.{1,3}$)?|.+/g) ?? []
  return (
    <span className="lk-groups" dir="ltr">
      {prefix && <span className="lk-group-prefix">{prefix}</span>}
      {groups.map((group, index) => (
        <span key={String(index)} data-edge={index === 0 || index === groups.length - 1 || undefined}>
          {group}
        </span>
      ))}
    </span>
  )
}
