import { bitcoin } from '@latchkey/bitcoin'
import type { NamespaceAdapter } from '@latchkey/core'
import { cosmos } from '@latchkey/cosmos'
import { polkadot } from '@latchkey/polkadot'
import { solana } from '@latchkey/solana'

/** What makes the adapters of other families, by the names that familyParts gives them and the code on the page shows. */
export type FamilyCode = { readonly [name: string]: () => NamespaceAdapter }

/** The adapters of all families but EVM, which bring the ways to their wallets. */
export const familyCode: FamilyCode = { solana, bitcoin, polkadot, cosmos }
