-- Browsers that asked for a wallet by e-mail alone, where the operator has them wait or be approved.
create table vault.restores (
  wallet_id text not null references vault.wallets on delete cascade,
  device_id text not null,
  device_name text not null,
  asked_at timestamptz not null,
  ready_at timestamptz,
  approved_at timestamptz,
  stopped_at timestamptz,
  stop_hash text not null unique,
  primary key (wallet_id, device_id)
);

-- A proof counts for the device that gave it, whatever becomes of the row of its session.
alter table vault.proofs add column device_id text not null default '';
alter table vault.proofs alter column device_id drop default;

alter table auth.notices add column link_label text;
alter table auth.notices add column link_url text;
