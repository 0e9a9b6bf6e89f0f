-- Purchases that nobody paid are counted whenever one begins, and deleted by their age: neither reads those that are kept for a year.
create index on onramp.purchases (changed_at) where state in ('created', 'opened');

-- Social logins of a browser, which go when its person is deleted.
create index on auth.social_logins (device_id);

-- Sign-ins to sites by address, on whatever network they were made.
create index on siwx.accounts (split_part(account, ':', 3));
