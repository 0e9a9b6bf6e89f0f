-- What custody has to tell an owner. The role auth writes and sends the mail, so that no other role needs to know addresses.
create table auth.notices (
  id text primary key,
  user_id text not null,
  title text not null,
  body text not null,
  created_at timestamptz not null
);
