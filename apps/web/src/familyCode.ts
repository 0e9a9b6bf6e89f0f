import { bitcoin } from '@latchkey/bitcoin'
import { walletStandard } from '@latchkey/connectors/walletStandard'
import type { CreateConnector, NamespaceAdapter } from '@latchkey/core'
import { solana } from '@latchkey/core/solana'
import { cosmos } from '@latchkey/cosmos'
import { polkadot } from '@latchkey/polkadot'

/** What makes the parts of other families, by the names that familyParts gives them and the code on the page shows. */
export type FamilyCode = {
  readonly adapters: { readonly [name: string]: () => NamespaceAdapter }
  readonly wallets: { readonly [name: string]: () => CreateConnector }
}

/** The adapters and the ways to wallets of all families but EVM. */
export const familyCode: FamilyCode = {
  adapters: { solana, bitcoin, polkadot, cosmos },
  wallets: { walletStandard },
}
