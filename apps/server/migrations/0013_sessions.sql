-- Permissions of apps to act for accounts. The key that the server made for each is an envelope under keys that are not here. One
-- that its account has not signed for is waiting: it is told to nobody, and soon deleted. Times come from now().
create schema sessions;

create table sessions.sessions (
  pci text primary key,
  chain text not null,
  address text not null check (address = lower(address)),
  project_id text not null,
  -- What the app calls itself, and where the browser says that its page is.
  project_name text,
  project_url text,
  icon_url text,
  -- JSON.
  signer text,
  permissions text not null,
  policies text not null,
  public_key text not null,
  envelope text not null,
  -- What the wallet answered when it granted.
  context text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  activated_at timestamptz,
  revoked_at timestamptz,
  check ((context is null) = (activated_at is null))
);
create index on sessions.sessions (address, created_at);
create index on sessions.sessions (expires_at);
create index on sessions.sessions (created_at) where activated_at is null;
