import type pg from 'pg'
import { ConfigError } from '../config-error.ts'
import { APP_ROLE } from './db.ts'

/** The grants of the migrations, repeated because a dump contains neither the role nor, at times, its grants. A test compares the two. */
const RIGHTS = `
do $$
declare name text;
begin
  execute format('grant usage on schema %I to ${APP_ROLE}', current_schema());
  for name in select table_name from information_schema.columns where table_schema = current_schema() and column_name = 'user_id' loop
    execute format('grant select, insert, update, delete on %I to ${APP_ROLE}', name);
  end loop;
end
$$;
revoke all on sessions, accounts, drawings from ${APP_ROLE};
revoke update, delete on user_settings from ${APP_ROLE};
grant update (theme, theme_follows_system, default_content_style, auto_save, text_size, look, starter_photos, mail_failed, mail_attention, mail_hand_over,
  updated_at) on user_settings to ${APP_ROLE};
revoke insert, update, delete on demos from ${APP_ROLE};
revoke insert, update, delete on mails from ${APP_ROLE};
revoke all on billing_customers, billing_subscriptions, billing_events, billing_checkouts, billing_told from ${APP_ROLE};
revoke insert, update on passkeys from ${APP_ROLE};
grant update (name) on passkeys to ${APP_ROLE};
revoke all on code_secrets, email_changes from ${APP_ROLE};
grant select, insert, update on demo_usage to ${APP_ROLE};`

interface RoleFacts extends pg.QueryResultRow {
  mayMakeRoles: boolean
  bypasses: boolean
  hasRole: boolean
  isMember: boolean
  hasRights: boolean
}

const ROLE_FACTS = `
  select r.rolsuper or r.rolcreaterole as "mayMakeRoles", r.rolsuper or r.rolbypassrls as bypasses,
    app.oid is not null as "hasRole", coalesce(pg_has_role(current_user, app.oid, 'member'), false) as "isMember",
    coalesce(has_table_privilege(app.oid, 'projects', 'select'), false) as "hasRights"
  from pg_roles r left join pg_roles app on app.rolname = '${APP_ROLE}' where r.rolname = current_user`

/**
 * Ensures the role of user queries at every start, not only with the migrations: a database restored on another server has lost the role,
 * and an owner who bypasses row security would then see all rows.
 */
export async function ensureAppRole(client: pg.Client): Promise<void> {
  const role = await readRole(client)
  if (role.hasRole && role.isMember && role.hasRights) return
  if (!role.bypasses && !role.mayMakeRoles) return
  const making = role.hasRole ? '' : `create role ${APP_ROLE} nologin nobypassrls;`
  const joining = role.isMember ? '' : `grant ${APP_ROLE} to current_user;`
  try {
    // One message, hence atomic: a role without its grants would lock out all users.
    await client.query(making + joining + RIGHTS)
  } catch (error) {
    // Row security applies to its owner, as before.
    if (!role.bypasses) return
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `The database user bypasses row security and can't use the role ${APP_ROLE}. Create the role, or use a user without BYPASSRLS (${reason}).`,
    )
  }
}

async function readRole(client: pg.Client): Promise<RoleFacts> {
  const { rows } = await client.query<RoleFacts>(ROLE_FACTS)
  if (!rows[0]) throw new Error('Database user not found')
  return rows[0]
}
