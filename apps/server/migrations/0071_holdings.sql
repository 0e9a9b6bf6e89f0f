-- What each account holds of each collectible, so that a page reads its own rows and not every move of the account. Triggers keep it
-- in the transaction of the moves, also while a process of an older version still reads a chain during an upgrade.
create table history.holdings (
  chain text not null,
  address text not null,
  contract text not null,
  token_id numeric not null,
  standard text not null,
  -- Zero or less where all of it has left; such a row stays, since it says how the account once got it.
  amount numeric not null,
  is_asked boolean not null,
  crowd int not null,
  primary key (chain, address, contract, token_id)
);
create index holdings_page on history.holdings (chain, address, contract, token_id) where amount > 0;

create function history.add_moves() returns trigger language plpgsql as $$
begin
  insert into history.holdings as h (chain, address, contract, token_id, standard, amount, is_asked, crowd)
  select chain, address, contract, token_id, min(standard), sum(amount), bool_or(is_asked), max(crowd)
  from added group by chain, address, contract, token_id
  on conflict (chain, address, contract, token_id) do update set
    standard = least(h.standard, excluded.standard), amount = h.amount + excluded.amount,
    is_asked = h.is_asked or excluded.is_asked, crowd = greatest(h.crowd, excluded.crowd);
  return null;
end
$$;

-- A session plans this once, for as many rows as were deleted the first time: only by index, or a later call could read whole tables.
create function history.undo_moves() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if not exists (select from gone) then
    return null;
  end if;
  with keys as materialized (select distinct chain, address, contract, token_id from gone),
    kept as materialized (
      select k.*, s.* from keys k cross join lateral (
        select min(c.standard) as standard, sum(c.amount) as amount, bool_or(c.is_asked) as is_asked, max(c.crowd) as crowd
        from history.collectibles c
        where c.chain = k.chain and c.address = k.address and c.contract = k.contract and c.token_id = k.token_id
      ) s
    ),
    emptied as (
      delete from history.holdings h using kept k
      where h.chain = k.chain and h.address = k.address and h.contract = k.contract and h.token_id = k.token_id
        and k.amount is null
    )
  update history.holdings h set standard = k.standard, amount = k.amount, is_asked = k.is_asked, crowd = k.crowd
  from kept k
  where h.chain = k.chain and h.address = k.address and h.contract = k.contract and h.token_id = k.token_id
    and k.amount is not null;
  return null;
end
$$;

create trigger add_moves after insert on history.collectibles
  referencing new table as added for each statement execute function history.add_moves();
create trigger undo_moves after delete on history.collectibles
  referencing old table as gone for each statement execute function history.undo_moves();

insert into history.holdings (chain, address, contract, token_id, standard, amount, is_asked, crowd)
select chain, address, contract, token_id, min(standard), sum(amount), bool_or(is_asked), max(crowd)
from history.collectibles group by chain, address, contract, token_id;
