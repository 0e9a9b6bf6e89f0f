-- Passkeys that sign in by themselves, where the operator allows it: found by an index under the vault's key, as recovery codes are.
alter table vault.factors add column credential_mac text;
create unique index on vault.factors (credential_mac);

-- The passkey that has just answered to be found: its half may be released once to the browser that it answered in.
alter table vault.vouchers add column factor_id text;
alter table vault.vouchers add column released_at timestamptz;

-- What a new passkey has to answer, once and in one browser, before it signs anybody up.
create table auth.passkey_challenges (
  hash text primary key,
  device_id text not null,
  expires_at timestamptz not null
);
create index on auth.passkey_challenges (expires_at);

alter table auth.sessions drop constraint sessions_opened_by_check;
alter table auth.sessions add constraint sessions_opened_by_check check (opened_by in ('mail', 'code', 'passkey'));
