-- Recovery makes, mails and checks the codes by itself: what `auth` may write proves no mailbox.

-- What `auth` asks of recovery, sealed to recovery's key: to mail a code, or to follow a change of address.
create table recovery.asks (
  seq bigint generated always as identity primary key,
  id text not null unique,
  sealed text not null,
  created_at timestamptz not null
);

-- Codes, and which device proved which mailbox with one. `mailbox_index` is a hash under recovery's own key.
create table recovery.mail_codes (
  id text primary key,
  kind text not null check (kind in ('login', 'step-up', 'change-primary', 'change-secondary')),
  mailbox_index text not null,
  -- The index by which auth knows the address.
  auth_index text not null,
  device_id text not null,
  session_id text,
  by_link boolean not null,
  salt text not null,
  mac text not null,
  attempts int not null default 0,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  proven_at timestamptz
);
create index on recovery.mail_codes (mailbox_index, kind);
create index on recovery.mail_codes (device_id, kind);
create index on recovery.mail_codes (session_id);

-- Wrong codes by mailbox, whether or not somebody has an account there. A new code does not reset them.
create table recovery.mailboxes (
  mailbox_index text primary key,
  auth_index text not null,
  failures int not null,
  first_failure_at timestamptz not null,
  total int not null,
  locked_until timestamptz
);
create index on recovery.mailboxes (auth_index);

-- Which mailbox a wallet belongs to, from a code that was typed when it was made. Those from before wait for `auth` to hand their
-- addresses over, once.
create table recovery.owners (
  user_id text primary key,
  mailbox_index text
);
insert into recovery.owners (user_id) select user_id from vault.wallets;

create table recovery.moves (
  id text primary key,
  user_id text not null,
  old_index text not null,
  moved_at timestamptz not null,
  undone_at timestamptz
);
create index on recovery.moves (user_id);

-- Mails of recovery that still have to go out, encrypted under its own key.
create table recovery.outbox (
  id text primary key,
  box text not null,
  attempts int not null default 0,
  next_at timestamptz not null,
  expires_at timestamptz not null
);

-- The challenge whose code opened the session, or moved it to its present address.
alter table auth.sessions add column mail_id text;

drop table auth.addresses;
alter table auth.challenges drop column code_salt, drop column code_mac, drop column attempts;
