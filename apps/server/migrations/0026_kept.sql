-- The rest of what is kept for a time that the operator sets is found by an index.
create index on auth.notices (created_at);
create index on sessions.sessions (revoked_at) where revoked_at is not null;
