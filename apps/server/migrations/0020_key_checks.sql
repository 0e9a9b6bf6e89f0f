-- What only the right keys open: a server with others does not start. With another key of auth, addresses would lead to second,
-- empty accounts.
create table auth.key_check (id int primary key check (id = 1), box text not null);
create table sessions.key_check (id int primary key check (id = 1), envelope text not null);
