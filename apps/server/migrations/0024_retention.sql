-- What is kept for a time that the operator sets is found by an index, and so is an address that can undo a change.
create index on auth.email_changes (undo_until);
create index on auth.email_changes (user_id);
create index on auth.email_changes (old_index);
create index on vault.freezes (ended_at) where ended_at is not null;

-- To whom a waiting mail goes, as a hash under the key of the role: those to a deleted account are found without opening any other.
alter table auth.outbox add column receiver_index text;
alter table recovery.outbox add column receiver_index text;
create index on auth.outbox (receiver_index);
