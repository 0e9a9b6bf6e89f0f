/**
 * A whole address in groups of four, so that it can be compared by eye; copied by hand it has no gaps. The first has what all of
 * its kind begin with before it, and the last takes what is left over: an end of one letter would be nothing to compare. Beside
 * another address, the groups that differ from its own are marked.
 */
export function GroupedAddress({ address, beside }: { address: string; beside?: string }) {
  const others = beside === undefined ? undefined : groupsOf(beside)
  return (
    <span className="lk-groups" dir="ltr">
      {groupsOf(address).map((group, index) => {
        const Part = others && plain(group) !== plain(others[index] ?? '') ? 'mark' : 'span'
        return <Part key={String(index)}>{group}</Part>
      })}
    </span>
  )

  // Hexadecimal means the same in either case, Base58 does not.
  function plain(group: string): string {
    return /^(0x)?[0-9a-f]{40}$/i.test(address) ? group.toLowerCase().replace(/^0x/, '') : group
  }
}

function groupsOf(address: string): readonly string[] {
  return address.match(/^(0x|[a-z]+1(?=[a-z\d]+$)).{4}|.{1,4}(.{1,3}$)?/g) ?? []
}
