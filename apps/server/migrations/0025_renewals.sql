-- When a token that replaced another was first used: until then the answer that carried it may have been lost.
alter table auth.sessions add column renewal_used_at timestamptz;
update auth.sessions set renewal_used_at = now() where previous_hash is not null;
