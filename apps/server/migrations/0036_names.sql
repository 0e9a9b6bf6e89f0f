-- Names of the operator's own zones, and what they lead to. A released name stays for its owner for a while. Times come from now().
create schema names;

create table names.names (
  name text primary key,
  zone text not null,
  -- The name with the characters that look alike made one: no two names look the same.
  shape text not null,
  owner text not null check (owner = lower(owner)),
  -- On which chain a contract signs for the owner.
  chain text not null,
  -- JSON.
  attributes text not null default '{}',
  registered_at timestamptz not null,
  updated_at timestamptz,
  released_at timestamptz
);
create unique index on names.names (zone, shape);
create unique index on names.names (owner, zone) where released_at is null;
create index on names.names (owner);
create index on names.names (released_at) where released_at is not null;

create table names.addresses (
  name text not null references names.names (name) on delete cascade,
  coin_type bigint not null,
  address text not null,
  created_at timestamptz not null,
  primary key (name, coin_type)
);

-- Texts that may be signed once, by a hash of text and account: those that the server made, and others once they were used.
create table names.messages (
  hash text primary key,
  used_at timestamptz,
  expires_at timestamptz not null
);
create index on names.messages (expires_at);
