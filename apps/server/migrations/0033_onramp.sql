-- Purchases that people make from providers of money. One is begun by anybody and worth nothing until its provider says that it was
-- paid; nothing here says who paid or with what card. Times come from now().
create schema onramp;

create table onramp.purchases (
  -- What the page follows it by; not to be guessed.
  id text primary key,
  -- What the provider knows it by: a keyed hash, so that the provider learns nothing from it.
  reference text not null unique,
  provider text not null,
  project_id text not null,
  chain text not null,
  address text not null,
  -- What is paid; absent until somebody has said it.
  currency text,
  payment text,
  method text,
  -- What is bought.
  symbol text,
  amount text,
  hash text,
  state text not null check (state in ('created', 'opened', 'paid', 'sent', 'arrived', 'failed')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- When its provider was last asked.
  asked_at timestamptz
);
create index on onramp.purchases (address, created_at);
create index on onramp.purchases (changed_at);
create index on onramp.purchases (asked_at) where state in ('opened', 'paid', 'sent');

-- Which messages of providers were taken in: one that comes again changes nothing.
create table onramp.webhooks (
  provider text not null,
  id text not null,
  taken_at timestamptz not null,
  primary key (provider, id)
);
create index on onramp.webhooks (taken_at);
