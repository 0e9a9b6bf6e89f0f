-- Collectibles (ERC-721, ERC-1155) by account: what each block brought and took. What an account holds is the sum, so that a
-- reorganisation is undone by deleting blocks.
create table history.collectibles (
  chain text not null,
  address text not null check (address = lower(address)),
  contract text not null,
  token_id numeric not null,
  block bigint not null,
  standard text not null,
  -- Less than zero for what left the account.
  amount numeric not null,
  -- Whether the account itself sent a transaction that brought it some.
  is_asked boolean not null,
  -- How many accounts got something of the contract in the transaction that brought it; 0 where nothing came.
  crowd int not null,
  primary key (chain, address, contract, token_id, block)
);
create index on history.collectibles (chain, block);

-- What was read before this table was there, as far as the history has it: fifty movements of an account for each transaction.
insert into history.collectibles (chain, address, contract, token_id, block, standard, amount, is_asked, crowd)
select e.chain, e.address, m.contract, m."tokenId"::numeric, e.block, min(m.kind),
  sum(case when m."to" = e.address then m.amount::numeric else -m.amount::numeric end),
  bool_or(m."to" = e.address and e.sender = e.address), max(case when m."to" = e.address then 1 else 0 end)
from history.entries e
  cross join lateral json_to_recordset(e.transfers::json)
    as m (kind text, contract text, "tokenId" text, "from" text, "to" text, amount text)
where e.is_ok and (e.transfers like '%"kind":"erc721"%' or e.transfers like '%"kind":"erc1155"%')
  and m.kind in ('erc721', 'erc1155') and m."from" <> m."to"
group by e.chain, e.address, m.contract, m."tokenId", e.block;

-- What collectibles say of themselves, until it is asked again.
create table history.items (
  chain text not null,
  contract text not null,
  token_id numeric not null,
  name text,
  description text,
  -- Where the picture lies; `data:` alone for one that is in the description itself, which is read again with it.
  image text,
  link text,
  is_read boolean not null,
  read_at timestamptz not null,
  primary key (chain, contract, token_id)
);
