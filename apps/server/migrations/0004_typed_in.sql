-- Where the code of a sign-in was typed: a page outside the wallet may have kept it, so its session opens nothing grave.
alter table auth.sessions add column typed_in text not null default 'frame' check (typed_in in ('frame', 'host'));
