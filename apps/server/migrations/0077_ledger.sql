-- The books of purchases: each step of one is an entry whose lines sum to zero in every currency and coin. A trigger writes them in the
-- transaction that changes the purchase, also while a process of an older version still does so during an upgrade. Entries are only
-- ever added, and name nobody: a purchase is known by what its provider knows it by. Times come from now().
create schema ledger;

create table ledger.entries (
  id bigint generated always as identity primary key,
  provider text not null,
  reference text not null,
  step text not null check (step in ('paid', 'sent', 'arrived', 'refunded')),
  posted_at timestamptz not null default now(),
  -- A word that comes twice is one entry.
  unique (provider, reference, step)
);

create table ledger.lines (
  entry bigint not null references ledger.entries,
  -- Who pays and is paid, the provider, and what was sent and is in no block yet.
  account text not null check (account in ('buyer', 'provider', 'transit')),
  -- A currency, or a chain and a symbol: USD, eip155:1/ETH.
  asset text not null,
  amount numeric not null check (amount <> 0),
  primary key (entry, account, asset)
);

create function ledger.check_entry() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from ledger.lines where entry = new.entry group by asset having sum(amount) <> 0) then
    raise exception 'An entry of the books does not sum to zero' using errcode = 'check_violation', table = 'lines';
  end if;
  return null;
end
$$;
create constraint trigger check_entry after insert on ledger.lines
  deferrable initially deferred for each row execute function ledger.check_entry();

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The books are only added to' using errcode = 'restrict_violation', table = tg_table_name;
end
$$;
create trigger refuse_change before update or delete or truncate on ledger.entries
  for each statement execute function ledger.refuse_change();
create trigger refuse_change before update or delete or truncate on ledger.lines
  for each statement execute function ledger.refuse_change();

create function ledger.post_move(provider text, reference text, step text, giver text, taker text, asset text, amount text)
  returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  made bigint;
begin
  -- What nobody has said how much it is cannot be posted; the comparison tells of it.
  if asset is null or amount is null or amount !~ '^\d{1,30}(\.\d{1,18})?$' or amount::numeric = 0 then
    return;
  end if;
  insert into ledger.entries (provider, reference, step) values (post_move.provider, post_move.reference, post_move.step)
    on conflict do nothing returning id into made;
  if made is not null then
    insert into ledger.lines (entry, account, asset, amount) values
      (made, giver, post_move.asset, - post_move.amount::numeric), (made, taker, post_move.asset, post_move.amount::numeric);
  end if;
end
$$;

create function ledger.post_purchase(p onramp.purchases) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  made bigint;
  held record;
begin
  if p.state in ('paid', 'sent', 'arrived') then
    perform ledger.post_move(p.provider, p.reference, 'paid', 'buyer', 'provider', p.currency, p.payment);
  end if;
  if p.state in ('sent', 'arrived') then
    perform ledger.post_move(p.provider, p.reference, 'sent', 'provider', 'transit', p.chain || '/' || p.symbol, p.amount);
  end if;
  if p.state = 'arrived' then
    -- What was sent is what arrives, whatever was said of it since.
    select l.asset, l.amount::text as amount into held from ledger.entries e join ledger.lines l on l.entry = e.id
      where e.provider = p.provider and e.reference = p.reference and e.step = 'sent' and l.account = 'transit';
    perform ledger.post_move(p.provider, p.reference, 'arrived', 'transit', 'buyer', held.asset, held.amount);
  end if;
  if p.state = 'failed'
    and exists (select from ledger.entries e where e.provider = p.provider and e.reference = p.reference) then
    insert into ledger.entries (provider, reference, step) values (p.provider, p.reference, 'refunded')
      on conflict do nothing returning id into made;
    if made is not null then
      insert into ledger.lines (entry, account, asset, amount)
      select made, l.account, l.asset, - sum(l.amount) from ledger.entries e join ledger.lines l on l.entry = e.id
        where e.provider = p.provider and e.reference = p.reference
        group by l.account, l.asset having sum(l.amount) <> 0;
    end if;
  end if;
end
$$;

-- With the rights of the owner: who may change a purchase may still write nothing else into the books.
create function ledger.follow_purchase() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform ledger.post_purchase(new);
  return null;
end
$$;
revoke execute on all functions in schema ledger from public;
create trigger follow_purchase after insert or update of state, currency, payment, symbol, amount on onramp.purchases
  for each row when (new.state in ('paid', 'sent', 'arrived', 'failed')) execute function ledger.follow_purchase();

select ledger.post_purchase(p) from onramp.purchases p;

-- Where the books and the provider, the chain or the purchase itself do not agree.
create table ledger.mismatches (
  id bigint generated always as identity primary key,
  provider text not null,
  reference text not null,
  side text not null check (side in ('purchase', 'provider', 'chain')),
  books text not null,
  other text not null,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  -- When it was gone again, and when an operator had looked into it.
  ended_at timestamptz,
  settled_at timestamptz,
  note text,
  unique (provider, reference, side)
);
create index on ledger.mismatches (id) where ended_at is null and settled_at is null;

-- When a purchase is compared next; absent before the first time.
alter table onramp.purchases add column check_at timestamptz;
update onramp.purchases set check_at = 'infinity' where changed_at < now() - interval '14 days';
create index purchases_check on onramp.purchases (coalesce(check_at, changed_at)) where state in ('paid', 'sent', 'arrived', 'failed');
