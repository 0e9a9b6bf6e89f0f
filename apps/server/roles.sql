-- Rights for a database that several processes share, one for each part of the server. Run as the owner of the schema, after
-- `latchkey-server migrate` and again after each upgrade. Then give each process a login of its own:
--   create user latchkey_vault password '…' in role vault_rw;
do $$
declare
  name text;
begin
  foreach name in array array['data_rw', 'auth_rw', 'vault_rw', 'recovery_rw'] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
      exception when insufficient_privilege then
        raise exception 'The user % may not make the role %', current_user, name
          using errcode = 'insufficient_privilege', hint = format('Run as a superuser: alter role %I createrole', current_user);
      end;
    end if;
    execute format('revoke all on all tables in schema public, relay, history, sessions, names, onramp, swaps, ledger, siwx, auth, vault, recovery from %I', name);
    execute format('revoke all on schema public, relay, history, sessions, names, onramp, swaps, ledger, siwx, auth, vault, recovery from %I', name);
    execute format('grant usage on schema public to %I', name);
    execute format('grant select on public.latchkey_migrations to %I', name);
  end loop;
end
$$;
revoke create on schema public from public;

-- The data API and the relay: prices and rates, sealed messages, what chains tell of accounts, permissions of apps, names, sign-ins to
-- sites, and nothing of anybody's wallet.
grant usage on schema relay, history, sessions, names, onramp, swaps, ledger, siwx to data_rw;
grant select, insert, update, delete on public.prices, public.fiat_rates to data_rw;
grant select, insert, update, delete on all tables in schema relay, history, sessions, names, onramp, swaps, siwx to data_rw;
-- The books are written by what a change of a purchase or a swap does, and by nobody.
grant select on ledger.entries, ledger.lines to data_rw;
grant select, insert, update on ledger.mismatches to data_rw;

-- Sign-ins: addresses, sessions, devices and mails. Of wallets it may only know whether there is one, what kinds of factors open it,
-- and which session has just answered with one.
grant usage on schema auth, vault, recovery to auth_rw;
grant select, insert, update, delete on all tables in schema auth to auth_rw;
grant select (id, user_id, state, epoch) on vault.wallets to auth_rw;
grant select (wallet_id, kind, device_id, epoch) on vault.factors to auth_rw;
grant select (session_id, device_id, wallet_id, owned_at) on vault.proofs to auth_rw;
-- What a found recovery code or passkey is exchanged for; auth has no half released by it.
grant select (hash, user_id, device_id, factor_id, expires_at, used_at), update (used_at) on vault.vouchers to auth_rw;
-- Codes are recovery's: auth asks for one, and sees which challenge was answered, by which device.
grant select (id, public_key) on recovery.hpke_keys to auth_rw;
grant insert (id, sealed, created_at) on recovery.asks to auth_rw;
grant select (id, kind, device_id, session_id, proven_at) on recovery.mail_codes to auth_rw;
grant select (auth_index, total) on recovery.mailboxes to auth_rw;
grant select (user_id, mailbox_index) on recovery.owners to auth_rw;
-- Which accounts are linked to a wallet; auth links none.
grant select (id, user_id) on recovery.logins to auth_rw;
-- The link in a mail that stops a new browser; auth can let none in.
grant select (wallet_id, device_name, asked_at, stopped_at, stop_hash), update (stopped_at) on vault.restores to auth_rw;
-- Users that are to be deleted: auth can take one back, and its rows go last.
grant select (user_id, asked_at, due_at, keep_hash, shredded_at, had_wallet), delete on vault.deletions to auth_rw;
grant select on recovery.deletions to auth_rw;
-- The link in each mail that freezes a wallet; auth can end no freeze.
grant select (wallet_id, frozen_at, ended_at), insert (id, wallet_id, frozen_at) on vault.freezes to auth_rw;

-- The vault: server halves. It checks sessions and devices by itself, and hands the sealed half of recovery over without being
-- able to read it, or any other, again.
grant usage on schema auth, vault, recovery to vault_rw;
grant select, insert, update, delete on all tables in schema vault to vault_rw;
grant select (id, public_key, key_identity) on recovery.hpke_keys to vault_rw;
grant select (factor_id, wallet_id, round_trip_at), insert (factor_id, user_id, wallet_id, epoch, sealed, created_at),
  update (delete_at), delete on recovery.halves to vault_rw;
-- Which mailbox or account a device has proven, and which ones a wallet belongs to.
grant select (kind, device_id, mailbox_index, proven_at) on recovery.mail_codes to vault_rw;
grant select (user_id, mailbox_index) on recovery.owners, recovery.logins to vault_rw;

-- Recovery: client halves of automatic factors, the codes of mailboxes, and nothing of the vault.
grant usage on schema auth, vault, recovery to recovery_rw;
grant select, insert, update, delete on all tables in schema recovery to recovery_rw;
grant select (id, key_identity) on vault.hpke_keys to recovery_rw;
grant select (id, user_id, state, epoch) on vault.wallets to recovery_rw;
grant select (wallet_id, kind, device_id, epoch, created_at) on vault.factors to recovery_rw;
grant select (wallet_id, device_id, asked_at, ready_at, approved_at, stopped_at) on vault.restores to recovery_rw;
grant select (wallet_id, frozen_at, ended_at) on vault.freezes to recovery_rw;
grant select (device_id, wallet_id, owned_at) on vault.proofs to recovery_rw;
grant select (user_id, due_at, shredded_at) on vault.deletions to recovery_rw;
grant select (id, mail_id) on auth.sessions to recovery_rw;

-- What both of them need to tell who asks, to count how often, and to leave word for the owner.
grant select (id, frozen_until) on auth.users to vault_rw, recovery_rw;
grant select (user_id, id, public_key, name, created_at, frozen_until, revoked_at), update (last_seen_at)
  on auth.devices to vault_rw, recovery_rw;
grant select (id, token_hash, previous_hash, user_id, device_id, project_id, parent_origin, typed_in, opened_by, otp_at, signing_until,
  last_used_at, renewal_used_at, expires_at, revoked_at), update (last_used_at, renewal_used_at, signing_until, revoked_at)
  on auth.sessions to vault_rw, recovery_rw;
grant insert on auth.nonces, auth.notices to vault_rw, recovery_rw;
grant select, insert, update on auth.limits to vault_rw, recovery_rw;
