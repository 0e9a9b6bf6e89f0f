-- The last mail says what was deleted; the wallet is gone by then.
alter table vault.deletions add column had_wallet boolean not null default true;
