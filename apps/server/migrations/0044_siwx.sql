-- Sign-ins of people to the sites of an operator by a signature of their wallet. No message and no signature is kept, and of an
-- e-mail address only a keyed hash. Times come from now().
create schema siwx;

-- Nonces that have signed somebody in, by their hash, as long as they could be shown again.
create table siwx.used_nonces (
  hash text primary key,
  expires_at timestamptz not null
);
create index on siwx.used_nonces (expires_at);

-- A row is a sign-in that holds; to revoke it is to delete it.
create table siwx.sessions (
  id text primary key,
  account_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index on siwx.sessions (expires_at);
create index on siwx.sessions (account_id);

create table siwx.accounts (
  id text primary key,
  project_id text not null,
  -- CAIP-10; of an EVM account in lower case.
  account text not null,
  -- The keyed hash of the address that its owner confirmed.
  email_index text,
  -- JSON: by which wallet it signed in, and what the app keeps of it.
  connection text,
  metadata text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  signed_in_at timestamptz not null,
  unique (project_id, account)
);
create index on siwx.accounts (signed_in_at);

-- Codes that were mailed to confirm an address for an account.
create table siwx.email_codes (
  id text primary key,
  project_id text not null,
  account text not null,
  email_index text not null,
  network_index text not null,
  salt text not null,
  mac text not null,
  tries int not null default 0,
  created_at timestamptz not null,
  verified_at timestamptz
);
create index on siwx.email_codes (created_at);
create index on siwx.email_codes (email_index, created_at);
create index on siwx.email_codes (network_index, created_at);
