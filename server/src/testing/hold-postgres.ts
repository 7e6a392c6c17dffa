import pg from 'pg'
import { pino } from 'pino'
import { startPostgres } from '../embedded-postgres/supervisor.ts'

// A process for tests that kill it: runs the private PostgreSQL of a folder; with "write", acknowledges rows until it is killed.
const [dataDir = '', task] = process.argv.slice(2)
const postgres = await startPostgres(dataDir, pino({ level: 'silent' }))
process.stdout.write('holding\n')
// The killed server's last errors are expected.
process.on('uncaughtException', () => process.exit(1))
if (task === 'write') {
  const pool = new pg.Pool({ ...postgres.connection, max: 4 })
  pool.on('error', () => process.exit(1))
  await pool.query('create table if not exists written (n bigint generated always as identity)')
  let count = 0
  const write = async (): Promise<never> => {
    for (;;) {
      await pool.query('insert into written default values')
      process.stdout.write(`acknowledged ${++count}\n`)
    }
  }
  await Promise.all([write(), write(), write(), write()])
}
