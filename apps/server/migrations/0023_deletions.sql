-- Accounts that are to be deleted. The vault writes a row once the owner has proven to it what a change of factors takes, or the
-- operator has said so; `auth` can take one back and make none. When it is due each role deletes what it keeps: the vault first, then
-- recovery, which says so in a row of its own, then `auth`, and with the account this row.
create table vault.deletions (
  user_id text primary key,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  -- Of the link in the mail that keeps the account.
  keep_hash text not null unique,
  shredded_at timestamptz
);

create index on vault.deletions (due_at);

create table recovery.deletions (
  user_id text primary key,
  done_at timestamptz not null
);
