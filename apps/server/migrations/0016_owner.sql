-- A recovery code is found by an index of its own, under the vault's key, without the address of anybody.
alter table vault.factors add column locator_mac text;
create unique index on vault.factors (locator_mac);

-- What a found recovery code is exchanged for: one session of one browser.
create table vault.vouchers (
  hash text primary key,
  user_id text not null,
  device_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- A session that a recovery code opened has proven no mailbox.
alter table auth.sessions add column opened_by text not null default 'mail' check (opened_by in ('mail', 'code'));
