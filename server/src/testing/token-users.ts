import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { createClients } from '../connections/clients.ts'
import { createCredentials } from '../connections/credentials.ts'
import { createTokens } from '../connections/tokens.ts'
import { createPlatforms } from '../platforms/registry.ts'
import { openDb } from '../db/db.ts'
import { createSealer } from '../secrets/sealed.ts'
import { sandboxPlatforms } from './sandbox-platforms.ts'

/**
 * A process in which several users' work needs the token of one account at once. Prints `waiting` and starts, like all such processes, when
 * the test releases the lock.
 */
const { values } = parseArgs({
  options: {
    host: { type: 'string', default: '' },
    user: { type: 'string', default: '' },
    database: { type: 'string', default: '' },
    sandbox: { type: 'string', default: '' },
    owner: { type: 'string', default: '' },
    account: { type: 'string', default: '' },
    times: { type: 'string', default: '1' },
    lock: { type: 'string', default: '0' },
  },
})
const { host, user, database, sandbox, owner, account, times, lock } = values
const secret = process.env['SECRET']
const log = pino({ level: 'silent' })
const db = openDb({ host, user, database }, log, { requests: { connections: 5 } })
const sealer = createSealer(secret === undefined ? randomBytes(32) : Buffer.from(secret, 'base64'))
const platforms = createPlatforms(sandboxPlatforms(sandbox))
const clients = createClients({ platforms, credentials: createCredentials({ db, sealer }) })
const tokens = createTokens({ db, sealer, platforms, clients, log })

const gate = new pg.Client({ host, user, database })
await gate.connect()
process.stdout.write('waiting\n')
await gate.query('select pg_advisory_lock_shared($1)', [lock])
const whoAmI = () =>
  tokens.use({ userId: owner, id: account }, async (token) => (await platforms.tiktok.accounts.userInfo(token.tokens.access)).display_name)
const names = await Promise.all(Array.from({ length: Number(times) }, whoAmI))
process.stdout.write(`${JSON.stringify(names)}\n`)
await gate.end()
await db.close()
