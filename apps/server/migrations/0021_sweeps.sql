-- What is looked for every minute is found by an index, however many rows there are; so is what goes with a row that is deleted.
create index on auth.challenges (expires_at);
create index on auth.limits (started_at);
create index on auth.sessions (expires_at);
create index on auth.sessions (revoked_at) where revoked_at is not null;
create index on auth.devices (created_at);
create index on auth.devices (revoked_at) where revoked_at is not null;
create index on auth.outbox (next_at);
create index on auth.outbox (expires_at);

create index on vault.challenges (expires_at);
create index on vault.factors (delete_at) where delete_at is not null;
create index on vault.wallets (created_at) where state = 'creating';
create index on vault.proofs (proven_at);
create index on vault.proofs (wallet_id);
create index on vault.restores ((coalesce(greatest(ready_at, approved_at), asked_at)));
create index on vault.vouchers (expires_at);
create index on vault.answers (created_at);
create index on vault.freezes (wallet_id);
create index on vault.freezes (frozen_at) where ended_at is null;

create index on recovery.challenges (expires_at);
create index on recovery.halves (delete_at) where delete_at is not null;
create index on recovery.mail_codes (proven_at) where proven_at is not null;
create index on recovery.mail_codes (made_at) where proven_at is null;
create index on recovery.moves (moved_at);
create index on recovery.owners (user_id) where mailbox_index is null;
create index on recovery.outbox (next_at);
create index on recovery.outbox (expires_at);
