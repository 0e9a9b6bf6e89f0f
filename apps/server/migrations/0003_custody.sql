-- Server halves and the encrypted seed. Every secret column is an envelope under the vault's keys, or the frame's own ciphertext.
create schema vault;

create table vault.hpke_keys (
  id int primary key check (id = 1),
  public_key text not null,
  envelope text not null
);

create table vault.wallets (
  id text primary key,
  user_id text not null,
  state text not null check (state in ('creating', 'active')),
  epoch int not null,
  blob_envelope text not null,
  addresses jsonb not null,
  created_at timestamptz not null,
  activated_at timestamptz
);
create unique index on vault.wallets (user_id);

create table vault.factors (
  id text primary key,
  wallet_id text not null references vault.wallets on delete cascade,
  kind text not null check (kind in ('device', 'auto', 'passkey', 'code')),
  epoch int not null,
  envelope text not null,
  client_cipher text,
  device_id text,
  verifier_mac text,
  passkey jsonb,
  name text,
  guesses int not null default 0,
  round_trip text,
  created_at timestamptz not null,
  delete_at timestamptz
);
create index on vault.factors (wallet_id);
create unique index on vault.factors (wallet_id) where kind = 'auto';

create table vault.challenges (
  hash text primary key,
  factor_id text not null,
  session_id text not null,
  purpose text not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);

create table vault.answers (
  user_id text not null,
  idempotency_key text not null,
  request_hash text not null,
  answer jsonb not null,
  created_at timestamptz not null,
  primary key (user_id, idempotency_key)
);

-- Client halves of automatic factors, under the keys of recovery. What the vault hands over is sealed to recovery's own key.
create schema recovery;

create table recovery.hpke_keys (
  id int primary key check (id = 1),
  public_key text not null,
  envelope text not null
);

create table recovery.halves (
  factor_id text primary key,
  user_id text not null,
  wallet_id text not null,
  epoch int not null,
  sealed text,
  envelope text,
  round_trip_at timestamptz,
  created_at timestamptz not null,
  delete_at timestamptz,
  check ((sealed is null) <> (envelope is null))
);
create index on recovery.halves (wallet_id);

create table recovery.challenges (
  hash text primary key,
  factor_id text not null,
  session_id text not null,
  purpose text not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
