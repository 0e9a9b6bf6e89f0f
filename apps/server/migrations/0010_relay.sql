-- Messages between wallets and sites: sealed by the two ends, so all that can be read here is when, how long and how much. A
-- party is a hash of the client and the topic, which keeps the topics of one client apart. Times come from now().
create schema relay;

create table relay.messages (
  seq bigint generated always as identity primary key,
  topic text not null,
  hash text not null,
  message text not null,
  tag int not null,
  attestation text,
  sender text not null,
  -- The process that took it, so that the others can find what they have not been told of.
  origin text not null,
  published_at timestamptz not null,
  expires_at timestamptz not null,
  unique (topic, hash)
);
create index on relay.messages (expires_at);
create index on relay.messages (published_at);

create table relay.receipts (
  seq bigint not null,
  party text not null,
  expires_at timestamptz not null,
  primary key (seq, party)
);
create index on relay.receipts (expires_at);
