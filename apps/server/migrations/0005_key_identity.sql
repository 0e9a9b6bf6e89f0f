-- What tells the keys of one role from those of another, so that two processes can see that they do not share one: names of
-- keys in a service, or hashes of those in a ring.
alter table vault.hpke_keys add column key_identity text;
alter table recovery.hpke_keys add column key_identity text;
