-- What swaps promised when this server built them, and the transactions that carried them out. Those are in the books of 0077 too: a
-- trigger posts one in the transaction that says what it moved, and takes it back where its chain takes it back. Amounts of promises
-- are in the smallest unit; times come from now().
create schema swaps;

create table swaps.promises (
  id text primary key,
  -- Who fills it: pools, 1inch, 0x.
  filling text not null,
  chain text not null,
  account text not null check (account = lower(account)),
  -- The contract that is called, and a hash of what it is called with.
  target text not null check (target = lower(target)),
  data_hash text not null,
  -- Contracts of the tokens; 0xeeee…eeee is the coin.
  sold text not null,
  bought text not null,
  amount numeric not null,
  minimum numeric not null,
  made_at timestamptz not null,
  -- How long a transaction of it is looked for, and when the row is deleted.
  until timestamptz not null,
  keep_until timestamptz not null,
  -- No transaction of it can be in an earlier block.
  from_block bigint not null,
  looked_at timestamptz not null,
  unique (chain, account, target, data_hash)
);
create index on swaps.promises (chain, account, until);
create index on swaps.promises (data_hash);
create index on swaps.promises (until);
create index on swaps.promises (keep_until);

create table swaps.transactions (
  -- What the books know it by, which says nothing of its account.
  reference text primary key,
  promise text not null references swaps.promises on delete cascade,
  chain text not null,
  hash text not null,
  -- `untold` is carried out, but no node tells how much of the coin it brought; `dropped` came into no block.
  state text not null check (state in ('waiting', 'posted', 'failed', 'untold', 'dropped')),
  block_number bigint,
  block_hash text,
  -- What the account has more or less of: [{"asset":"eip155:1/ETH","amount":"-1"}].
  moved text,
  noted_at timestamptz not null,
  posted_at timestamptz,
  check_at timestamptz not null,
  -- Each transaction is one swap, also where several carry the same call.
  unique (chain, hash)
);
create index on swaps.transactions (promise);
create index on swaps.transactions (check_at);

alter table ledger.entries drop constraint entries_step_check;
alter table ledger.entries add constraint entries_step_check
  check (step in ('paid', 'sent', 'arrived', 'refunded', 'swapped', 'undone'));
alter table ledger.lines drop constraint lines_account_check;
alter table ledger.lines add constraint lines_account_check
  check (account in ('buyer', 'provider', 'transit', 'swapper', 'pool'));
alter table ledger.mismatches drop constraint mismatches_side_check;
alter table ledger.mismatches add constraint mismatches_side_check
  check (side in ('purchase', 'provider', 'chain', 'swap'));

create function ledger.post_swap(filling text, reference text, moved text) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  made bigint;
begin
  if not exists (select from json_to_recordset(post_swap.moved::json) as m (amount numeric) where m.amount <> 0) then
    return;
  end if;
  insert into ledger.entries (provider, reference, step) values (post_swap.filling, post_swap.reference, 'swapped')
    on conflict do nothing returning id into made;
  if made is not null then
    insert into ledger.lines (entry, account, asset, amount)
    select made, side.account, m.asset, side.sign * sum(m.amount)
      from json_to_recordset(post_swap.moved::json) as m (asset text, amount numeric),
        (values ('swapper', 1), ('pool', -1)) as side (account, sign)
      group by side.account, side.sign, m.asset having sum(m.amount) <> 0;
  end if;
end
$$;

create function ledger.undo_swap(reference text) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  held record;
  made bigint;
begin
  for held in select e.id, e.provider from ledger.entries e where e.reference = undo_swap.reference and e.step = 'swapped' loop
    insert into ledger.entries (provider, reference, step) values (held.provider, undo_swap.reference, 'undone')
      on conflict do nothing returning id into made;
    if made is not null then
      insert into ledger.lines (entry, account, asset, amount)
        select made, l.account, l.asset, - l.amount from ledger.lines l where l.entry = held.id;
    end if;
  end loop;
end
$$;
create index entries_reference on ledger.entries (reference);

-- With the rights of the owner, as for purchases.
create function ledger.follow_swap() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.state = 'posted' and (new.state <> 'posted' or new.reference <> old.reference) then
    perform ledger.undo_swap(old.reference);
  end if;
  if new.state = 'posted' then
    perform ledger.post_swap(p.filling, new.reference, new.moved) from swaps.promises p where p.id = new.promise;
  end if;
  return null;
end
$$;
revoke execute on all functions in schema ledger from public;
create trigger follow_swap after insert or update of state, reference on swaps.transactions
  for each row execute function ledger.follow_swap();
