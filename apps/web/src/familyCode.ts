import { bitcoin } from '@latchkey/connectors/bitcoin'
import { polkadot as polkadotWallets } from '@latchkey/connectors/polkadot'
import { walletStandard } from '@latchkey/connectors/walletStandard'
import type { CreateConnector, NamespaceAdapter } from '@latchkey/core'
import { bip122 } from '@latchkey/core/bip122'
import { polkadot } from '@latchkey/core/polkadot'
import { cosmos } from '@latchkey/cosmos'
import { solana } from '@latchkey/solana'

/** What makes the parts of other families, by the names that familyParts gives them and the code on the page shows. */
export type FamilyCode = {
  readonly adapters: { readonly [name: string]: () => NamespaceAdapter }
  readonly wallets: { readonly [name: string]: () => CreateConnector }
}

/** The adapters and the ways to wallets of all families but EVM. */
export const familyCode: FamilyCode = {
  adapters: { solana, bip122, polkadot, cosmos },
  wallets: { walletStandard, bitcoin, polkadotWallets },
}
