-- Accounts at providers of social logins: who somebody is there is found by a keyed hash, and what the provider said is encrypted.
create table auth.social_accounts (
  provider text not null,
  subject_index text not null,
  user_id text not null references auth.users on delete cascade,
  -- Of the address that the provider gave, if it gave one: never for finding a user.
  email_index text,
  box text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (provider, subject_index)
);
create index on auth.social_accounts (user_id);
create index on auth.social_accounts (provider, email_index);

-- Sign-ins that are under way, each of one browser.
create table auth.social_logins (
  id text primary key,
  provider text not null,
  state_hash text not null unique,
  verifier_box text not null,
  project_id text not null,
  parent_origin text not null,
  device_id text not null,
  device_key jsonb not null,
  device_name text not null,
  browser text not null,
  place text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the provider sent its person back, which happens once.
  called_at timestamptz,
  result_hash text unique,
  profile_box text,
  failure text,
  consumed_at timestamptz
);
create index on auth.social_logins (expires_at);
