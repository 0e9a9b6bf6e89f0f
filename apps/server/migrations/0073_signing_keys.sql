-- What signs tokens of sign-ins and names for ENS, each an envelope under the keys that the settings name. A database without the right
-- keys is told by them: a server with others does not start.
create table siwx.signing_keys (id text primary key, envelope text not null, made_at timestamptz not null default now());
create table names.signing_keys (id text primary key, envelope text not null, made_at timestamptz not null default now());
