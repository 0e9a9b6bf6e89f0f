-- Who signs in by e-mail. Addresses are kept encrypted; `email_index` is a keyed hash for finding them. Times come from now().
create schema auth;

create table auth.users (
  id text primary key,
  email_index text not null unique,
  email_box text not null,
  created_at timestamptz not null,
  frozen_until timestamptz
);

-- Wrong codes by address, whether or not somebody has an account there. A new code does not reset them.
create table auth.addresses (
  email_index text primary key,
  failures int not null,
  first_failure_at timestamptz not null,
  total int not null,
  locked_until timestamptz
);

create table auth.devices (
  user_id text not null references auth.users on delete cascade,
  id text not null,
  public_key jsonb not null,
  name text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  frozen_until timestamptz,
  revoked_at timestamptz,
  primary key (user_id, id)
);

create table auth.sessions (
  id text primary key,
  token_hash text not null unique,
  previous_hash text unique,
  user_id text not null,
  device_id text not null,
  project_id text not null,
  parent_origin text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  otp_at timestamptz not null,
  signing_until timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  foreign key (user_id, device_id) references auth.devices on delete cascade
);
create index on auth.sessions (user_id, device_id);

create table auth.challenges (
  id text primary key,
  kind text not null check (kind in ('login', 'step-up', 'change-primary', 'change-secondary')),
  email_index text not null,
  email_box text not null,
  new_email_box text,
  user_id text,
  session_id text,
  project_id text not null,
  parent_origin text not null,
  device_id text not null,
  device_key jsonb not null,
  device_name text not null,
  browser text not null,
  place text not null,
  network text not null,
  match_number text not null,
  token_hash text unique,
  approved_at timestamptz,
  code_salt text,
  code_mac text,
  attempts int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index on auth.challenges (email_index, kind);
create index on auth.challenges (network, created_at);

create table auth.nonces (
  device_id text not null,
  nonce text not null,
  expires_at timestamptz not null,
  primary key (device_id, nonce)
);
create index on auth.nonces (expires_at);

create table auth.limits (
  key text primary key,
  started_at timestamptz not null,
  count int not null
);

-- Mails that still have to go out, encrypted, since they hold codes.
create table auth.outbox (
  id text primary key,
  box text not null,
  attempts int not null default 0,
  next_at timestamptz not null,
  expires_at timestamptz not null
);

create table auth.email_changes (
  id text primary key,
  user_id text not null references auth.users on delete cascade,
  old_index text not null,
  old_box text not null,
  undo_hash text not null unique,
  undo_until timestamptz not null,
  undone_at timestamptz
);
