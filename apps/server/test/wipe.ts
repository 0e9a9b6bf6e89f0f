import type { PGlite } from '@electric-sql/pglite'

/** Of which the migrations are told. */
const kept = 'latchkey_migrations'

/**
 * Empties every table of a database and starts its sequences anew.
 *
 * @returns Whether it could; what is left open in a transaction cannot be emptied.
 */
export async function wipe(pglite: PGlite): Promise<boolean> {
  try {
    await pglite.exec('rollback; reset session authorization; reset role; deallocate all; unlisten *')
    const { rows } = await pglite.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname !~ '^(pg_|information_schema)' and c.relname <> $1`,
      [kept],
    )
    const filled = await pglite.query<{ name: string }>(
      rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all '),
    )
    if (filled.rows.length > 0)
      await pglite.exec(`truncate ${filled.rows.map(({ name }) => name).join(', ')} restart identity cascade`)
    const sequences = await pglite.query<{ name: string }>(
      `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where last_value is not null`,
    )
    for (const { name } of sequences.rows) await pglite.exec(`alter sequence ${name} restart`)
    return true
  } catch {
    return false
  }
}

/** What a database is apart from its rows: a test that changed it must not leave it to the next. */
export async function readShape(pglite: PGlite): Promise<string> {
  const { rows } = await pglite.query<{ shape: string }>(`
    with own as (select oid as id, * from pg_namespace where nspname !~ '^(pg_|information_schema)')
    select md5(concat_ws('|',
      (select string_agg(concat_ws(',', nspname, nspacl), ';' order by nspname) from own),
      (select string_agg(concat_ws(',', oid, relname, relkind, relowner, relacl, relrowsecurity, relnatts), ';' order by oid)
        from pg_class where relnamespace in (select id from own)),
      (select string_agg(concat_ws(',', attrelid, attnum, attname, atttypid, attnotnull, atthasdef, attacl), ';' order by attrelid, attnum)
        from pg_attribute where attrelid in (select oid from pg_class where relnamespace in (select id from own))),
      (select string_agg(concat_ws(',', oid, conname, convalidated), ';' order by oid) from pg_constraint where connamespace in (select id from own)),
      (select string_agg(concat_ws(',', oid, tgname, tgenabled), ';' order by oid) from pg_trigger),
      (select string_agg(concat_ws(',', oid, proname, md5(prosrc), proacl), ';' order by oid) from pg_proc where pronamespace in (select id from own)),
      (select string_agg(concat_ws(',', oid, rolname, rolsuper, rolcanlogin), ';' order by oid) from pg_roles),
      (select string_agg(concat_ws(',', roleid, member), ';' order by roleid, member) from pg_auth_members),
      (select string_agg(concat_ws(',', setdatabase, setrole, setconfig), ';' order by setdatabase, setrole) from pg_db_role_setting),
      (select string_agg(concat_ws(',', datname, datacl), ';' order by datname) from pg_database),
      (select string_agg(concat_ws(',', oid, defaclacl), ';' order by oid) from pg_default_acl),
      (select string_agg(oid::text, ';' order by oid) from pg_policy),
      (select string_agg(extname, ';' order by extname) from pg_extension),
      (select string_agg(name || '=' || setting, ';' order by name) from pg_settings where source in ('session', 'database', 'user')),
      (select count(*) from latchkey_migrations))) as shape`)
  return rows[0]?.shape ?? ''
}
