-- What one unit of an asset costs in US dollars, by CAIP-10 id in lower case (the native coin is 0xeeee…eeee).
-- Rows from the registry follow the configuration; an operator's own row is never overwritten.
create table prices (
  asset text primary key check (asset = lower(asset)),
  usd double precision not null check (usd >= 0),
  source text not null check (source in ('registry', 'operator')),
  updated_at timestamptz not null default now()
);

-- How much of a currency one US dollar buys.
create table fiat_rates (
  currency text primary key check (currency = lower(currency)),
  per_usd double precision not null check (per_usd > 0),
  source text not null check (source in ('registry', 'operator')),
  updated_at timestamptz not null default now()
);
