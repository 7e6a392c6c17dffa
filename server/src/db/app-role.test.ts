import pg from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startPostgres } from '../embedded-postgres/supervisor.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { APP_ROLE, openDb } from './db.ts'
import { migrateDatabase } from './migrate.ts'
import { users } from './schema-accounts.ts'
import { companies } from './schema-companies.ts'

const RIGHTS = `
  select table_name as "table", '' as "column", privilege_type as right from information_schema.role_table_grants where grantee = '${APP_ROLE}'
  union all
  select table_name, column_name, privilege_type from information_schema.column_privileges where grantee = '${APP_ROLE}'
  order by 1, 2, 3`

// Roles belong to the whole server, so this test has its own.
test('the next start recreates a missing role and its grants after a restore', { tags: ['long'] }, async () => {
  const log = pino({ level: 'silent' })
  const postgres = await startPostgres(await temporaryFolder(), log)
  await migrateDatabase(postgres.connection)
  const admin = new pg.Client(postgres.connection)
  await admin.connect()
  const granted = (await admin.query(RIGHTS)).rows
  expect(granted.length).toBeGreaterThan(50)
  await admin.query(`drop owned by ${APP_ROLE}; drop role ${APP_ROLE}`)

  await migrateDatabase(postgres.connection)
  expect((await admin.query(RIGHTS)).rows).toEqual(granted)
  const db = openDb(postgres.connection, log)
  await db.asSystem((tx) => tx.insert(users).values(['ann', 'bob'].map((id) => ({ id, name: id, email: `${id}@example.org` }))))
  await db.asUser('ann', (tx) => tx.insert(companies).values({ userId: 'ann', name: 'Of Ann' }))
  expect(await db.asUser('bob', (tx) => tx.select().from(companies))).toEqual([])
  await db.close()

  await admin.query(`drop owned by ${APP_ROLE}; drop role ${APP_ROLE}`)
  await admin.query(
    'create role sees_all login bypassrls; grant all on schema public to sees_all; alter database postgres owner to sees_all',
  )
  await admin.query(
    'grant all on all tables in schema public to sees_all; grant all on schema drizzle to sees_all; grant all on all tables in schema drizzle to sees_all',
  )
  await expect(migrateDatabase({ ...postgres.connection, user: 'sees_all' })).rejects.toThrow(
    /can't use the role ninesixteen_app\. Create the role/,
  )
  await admin.end()
  await postgres.stop()
})
