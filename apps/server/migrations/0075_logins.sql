-- Several logins on one wallet. Recovery says which: what `auth` writes by itself links nothing.
create table recovery.logins (
  -- The sign-in at the provider that linked it.
  id text primary key,
  user_id text not null,
  -- An account opens one wallet.
  mailbox_index text not null unique,
  linked_at timestamptz not null
);
create index on recovery.logins (user_id);

-- A sign-in that links an account proves nothing but that, and recovery says itself which account it is.
alter table recovery.mail_codes drop constraint mail_codes_kind_check;
alter table recovery.mail_codes add constraint mail_codes_kind_check
  check (kind in ('login', 'step-up', 'change-primary', 'change-secondary', 'link'));
alter table recovery.mail_codes add column account_box text;

-- The sign-in that linked an account; it counts while recovery has that row. Null: the account that the user was made with.
alter table auth.social_accounts add column link_id text;
create index on auth.social_accounts (created_at) where link_id is not null;

-- What a sign-in at a provider is for. One that links or confirms belongs to a session.
alter table auth.social_logins add column purpose text not null default 'sign-in'
  check (purpose in ('sign-in', 'link', 'step-up'));
alter table auth.social_logins add column session_id text;
-- The account that it led to.
alter table auth.social_logins add column subject_index text;
create index on auth.social_logins (subject_index);
