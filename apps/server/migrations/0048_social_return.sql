-- Where a person goes back to whose sign-in has no window of its own: a page of the site that began it. Sealed, since the address of a
-- page may hold what is private.
alter table auth.social_logins add column return_box text;
