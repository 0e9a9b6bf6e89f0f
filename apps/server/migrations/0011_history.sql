-- Transactions of EVM chains by account, as the scanner read them from our own nodes. One row for each account that a
-- transaction touched, with what it moved to or from that account, so that a page is one range of the primary key.
create schema history;

create table history.progress (
  chain text primary key,
  -- Another one means another chain under the same name, for example a local one that was made anew.
  genesis text not null,
  next_block bigint not null,
  -- The newest blocks that were read, newest first, to find where a reorganisation began: [{"number":1,"hash":"0x"}].
  recent text not null
);

create table history.entries (
  chain text not null,
  address text not null check (address = lower(address)),
  block bigint not null,
  position int not null,
  hash text not null,
  mined_at timestamptz not null,
  sender text not null,
  receiver text not null,
  nonce bigint not null,
  is_ok boolean not null,
  operation text not null,
  transfers text not null,
  primary key (chain, address, block, position)
);
create index on history.entries (chain, block);

-- What contracts say of themselves, so that each is asked once.
create table history.tokens (
  chain text not null,
  address text not null,
  name text not null,
  symbol text not null,
  decimals int not null,
  primary key (chain, address)
);
