-- Whose sign-in asked for a code; null: nobody's. Codes of either kind are counted apart, so that nobody who has not signed in uses up
-- those of who has.
alter table siwx.email_codes add column account_id text;
create index on siwx.email_codes (account_id, created_at) where account_id is not null;
