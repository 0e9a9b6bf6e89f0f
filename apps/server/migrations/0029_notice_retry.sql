-- When a notice is tried again that no mail could be made of; those behind it do not wait for it.
alter table auth.notices add column next_at timestamptz;
