import type { FactorKind, ReleasePurpose } from '@latchkey/protocol/internal/walletApi'

/** A condition for releasing a half. Each is checked against the server's own rows; only `inside` depends on a client's claim. */
export type ReleaseCondition =
  /** The wallet is not frozen. */
  | 'unfrozen'
  /** The session was used within the hour and opened within the day. */
  | 'signing'
  /** A code from the mailbox was typed in the last five minutes. */
  | 'code'
  /**
   * The session was not opened by a code that the embedding page has seen. The frame reports this at the sign-in: a page with a client
   * of its own can lie, and then has the mailbox's code. It restrains only pages that use the frame.
   */
  | 'inside'
  /** The passkey or the recovery code itself answers the challenge. */
  | 'answer'
  /** The address of the account has not changed within 72 hours. */
  | 'address'
  /** The browser has been known for a day. */
  | 'known'
  /** A wallet with a passkey needs it or the recovery code. */
  | 'no-passkey'
  /** The browser holds a half of this wallet already. */
  | 'enrolled'
  /** The browser holds a half already, or the wallet has neither passkey nor recovery code. */
  | 'owner'
  /** The browser holds a half already, or the operator's setting for new browsers lets it in. */
  | 'new-browser'

type Row = { readonly [purpose in ReleasePurpose]: readonly ReleaseCondition[] }

// Only the browser that creates a wallet gets its halves back.
const roundTrip = ['signing', 'enrolled'] as const
const owned: Row = {
  'sign-up-roundtrip': roundTrip,
  unlock: ['unfrozen', 'signing', 'answer'],
  // The only release of a frozen wallet: the owner's answer ends the freeze.
  recover: ['signing', 'answer'],
  export: ['unfrozen', 'signing', 'inside', 'code', 'answer', 'address'],
  factor: ['unfrozen', 'signing', 'inside', 'code', 'answer', 'address'],
}
const mailbox = ['signing', 'code', 'owner', 'new-browser', 'address'] as const

/** The conditions for releasing the halves of each factor kind by purpose, in the order they are checked. */
export const releasePolicy: { readonly [kind in FactorKind]: Row } = {
  passkey: owned,
  code: owned,
  // A device's own half opens the wallet, so a custom client needs nothing after `unlock`. The conditions of `export` protect a
  // browser that was left open.
  device: {
    'sign-up-roundtrip': roundTrip,
    unlock: ['unfrozen', 'signing'],
    recover: ['unfrozen', 'signing'],
    export: ['unfrozen', 'signing', 'inside', 'code', 'address', 'no-passkey'],
    factor: ['unfrozen', 'signing', 'inside', 'code', 'known', 'address'],
  },
  auto: {
    'sign-up-roundtrip': ['signing', 'code', 'enrolled'],
    unlock: ['unfrozen', ...mailbox],
    recover: ['unfrozen', ...mailbox],
    export: ['unfrozen', 'inside', ...mailbox, 'no-passkey'],
    factor: ['unfrozen', 'inside', ...mailbox, 'known'],
  },
}
