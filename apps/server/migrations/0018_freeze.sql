-- The links that freeze a wallet. A row holds the address that a mail went to and says nothing of who has a wallet: that is looked up
-- when the link is used.
create table auth.freeze_links (
  token_hash text primary key,
  email_index text not null,
  created_at timestamptz not null
);
create index on auth.freeze_links (created_at);

-- Wallets that were frozen. The role auth may add a row; the vault alone ends one.
create table vault.freezes (
  id text primary key,
  wallet_id text not null references vault.wallets on delete cascade,
  frozen_at timestamptz not null,
  ended_at timestamptz
);
create index on vault.freezes (wallet_id) where ended_at is null;
