import { type Chain, chainRoute } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { ChainRow } from '../../../components/ChainRow.js'
import { SearchField } from '../../../components/SearchField.js'
import { useLatchkey } from '../../../context.js'
import { useChain } from '../../../hooks/useChain.js'
import { useWalletStrings } from '../../../hooks/useWalletStrings.js'
import { List } from '../../../primitives/List.js'

/** As many networks are seen at a glance; more have a search. */
const atAGlance = 10

/** Choose a network, by chain family where there are several; what that leads to is the flow's decision. */
export function Networks() {
  const { config, modal } = useLatchkey()
  const strings = useWalletStrings()
  const { chains } = useChain()
  const [search, setSearch] = useState('')
  useEffect(() => modal.expect('SwitchNetwork'), [modal])
  const choose = (chain: Chain) => {
    const route = chainRoute(config, { chain })
    if (route) modal.push(route)
  }
  const families = [...new Set(chains.map(({ chainNamespace }) => chainNamespace))]
  const isOne = families.length === 1
  const found = chains.filter((chain) => matches(chain, search))
  return (
    <div className="lk-view">
      {chains.length > atAGlance && <SearchField text={search} onText={setSearch} label={strings.searchNetworks} />}
      {families.map((family) => {
        const rows = found.filter(({ chainNamespace }) => chainNamespace === family)
        return (
          rows.length > 0 && (
            <List
              key={family}
              label={isOne ? strings.viewNetworks : strings.families[family]}
              hideLabel={isOne}
              compact
            >
              {rows.map((chain) => (
                <ChainRow key={chain.caipNetworkId} chain={chain} onChoose={choose} />
              ))}
            </List>
          )
        )
      })}
      {found.length === 0 && (
        <p className="lk-lead" role="status">
          {strings.networksNoneFound}
        </p>
      )}
    </div>
  )
}

function matches({ id, name }: Chain, search: string): boolean {
  const text = search.trim().toLowerCase()
  return name.toLowerCase().includes(text) || String(id) === text
}
