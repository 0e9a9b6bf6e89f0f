-- When a session last had a half of its wallet released, and when a passkey or a recovery code last answered for it: a mailbox
-- alone must not be able to change what opens a wallet.
create table vault.proofs (
  session_id text primary key,
  wallet_id text not null references vault.wallets on delete cascade,
  proven_at timestamptz not null,
  owned_at timestamptz
);

alter table vault.factors add column used_at timestamptz;
