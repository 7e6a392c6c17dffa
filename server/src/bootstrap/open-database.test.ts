import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import pg from 'pg'
import { pino } from 'pino'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { selfSigned } from '../testing/self-signed.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openDatabase } from './open-database.ts'

const log = pino({ level: 'silent' })
const server = () => ({ host: inject('postgresHost'), user: inject('postgresUser'), database: 'postgres' })
const urlOf = (host: string, user: string, database: string) => `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`
const open = async (url: string) => openDatabase(loadConfig({ DATABASE_URL: url, DATA_DIR: await temporaryFolder() }), log)

/** An empty database, and a role that can only sign in. */
async function emptyDatabase() {
  const name = `foreign_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client(server())
  await admin.connect()
  await admin.query(`create role ${name} login`)
  await admin.query(`create database ${name}`)
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
  })
  return { name, admin }
}

describe('an unusable database is rejected in one sentence', () => {
  test('if its role cannot create tables', async () => {
    const { name, admin } = await emptyDatabase()
    const url = urlOf(server().host, name, name)
    const message = `The role ${name} of DATABASE_URL may not create tables in the database ${name}. Make it the owner of that database.`
    await expect(open(url)).rejects.toThrow(message)
    await admin.query(`grant all on database ${name} to ${name}`)
    await expect(open(url)).rejects.toThrow(message)
    await admin.query(`alter database ${name} owner to ${name}`)
    const opened = await open(url)
    await migrateDatabase(opened.connection)
    await opened.stop()
    // As an older version left it, before background jobs: their schema must still be created.
    await admin.query(`alter database ${name} owner to ${server().user}`)
    await admin.query(`revoke all on database ${name} from ${name}`)
    await expect(open(url)).rejects.toThrow(message)
  })

  test('if its encoding is not UTF-8', async () => {
    const { name, admin } = await emptyDatabase()
    const plain = `${name}_plain`
    await admin.query(`create database ${plain} encoding 'SQL_ASCII' locale_provider libc locale 'C' template template0`)
    onTestFinished(async () => {
      const client = new pg.Client(server())
      await client.connect()
      await client.query(`drop database ${plain} with (force)`)
      await client.end()
    })
    await expect(open(urlOf(server().host, server().user, plain))).rejects.toThrow(
      `The database ${plain} of DATABASE_URL has the encoding SQL_ASCII`,
    )
  })

  test.each([
    ['rejects connection options', (bytes: Buffer) => refusalOf(bytes)],
    ['drops connection options', (bytes: Buffer) => ({ on: withoutOptions(bytes) })],
  ])('if its pooler %s', async (_, meet) => {
    const folder = await temporaryFolder()
    const door = createServer((outer) => {
      const inner = connect(join(server().host, '.s.PGSQL.5432'))
      outer.once('data', (bytes: Buffer) => {
        const { on, back } = { back: undefined, on: undefined, ...meet(bytes) }
        if (back) return outer.end(back)
        inner.write(on ?? bytes)
        outer.pipe(inner)
      })
      inner.pipe(outer)
      for (const socket of [inner, outer]) socket.on('error', () => undefined)
      outer.on('close', () => inner.destroy())
    })
    await once(door.listen(join(folder, '.s.PGSQL.5432')), 'listening')
    onTestFinished(() => void door.close())
    await expect(open(urlOf(folder, server().user, 'postgres'))).rejects.toThrow(/is a pooler .* Use the address of PostgreSQL itself/)
  })
})

test('the pooled and the direct URL must lead to the same database', async () => {
  const [here, elsewhere] = [urlOf(server().host, server().user, 'postgres'), urlOf(server().host, server().user, 'template1')]
  const openBoth = async (DATABASE_URL: string, DATABASE_DIRECT_URL: string) =>
    openDatabase(loadConfig({ DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR: await temporaryFolder() }), log)
  await expect(openBoth(elsewhere, here)).rejects.toThrow('DATABASE_URL and DATABASE_DIRECT_URL point to different databases')
  await expect(openBoth(`${here}&options=-c%20geqo%3Doff`, here)).rejects.toThrow(
    'DATABASE_URL contains options, which a pooler does not pass on',
  )
  const { connection, pooled } = await openBoth(here, here)
  expect([connection.connectionString, pooled?.connectionString]).toEqual([here, here])
  const alone = { DATABASE_DIRECT_URL: here, DATA_DIR: await temporaryFolder() }
  expect(() => loadConfig(alone)).toThrow("DATABASE_DIRECT_URL is set but DATABASE_URL isn't")
})

test('DATABASE_CA accepts only servers with a matching certificate and name', async () => {
  const [good, wrong] = [selfSigned('localhost'), selfSigned('localhost')]
  const folder = await temporaryFolder()
  const [ownCa, foreignCa] = [join(folder, 'ours.pem'), join(folder, 'others.pem')]
  await Promise.all([writeFile(ownCa, good.cert), writeFile(foreignCa, wrong.cert)])
  const port = await startTlsDoor(good)
  const openTls = async (host: string, DATABASE_CA: string, query = '') => {
    const DATABASE_URL = `postgres://${server().user}@${host}:${port}/postgres${query}`
    return openDatabase(loadConfig({ DATABASE_URL, DATABASE_CA, DATA_DIR: folder }), log)
  }
  await (await openTls('localhost', ownCa)).stop()
  // Regardless of the TLS options in the URL.
  await expect(openTls('localhost', foreignCa, '?sslmode=disable')).rejects.toThrow(/^DATABASE_URL cannot be reached: .*certificate/)
  await expect(openTls('127.0.0.1', ownCa)).rejects.toThrow(/^DATABASE_URL cannot be reached: Hostname\/IP does not match/)
  await expect(openTls('localhost', join(folder, 'none.pem'))).rejects.toThrow('DATABASE_CA cannot be used: there is no such file')
})

/** A TLS proxy in front of the run's PostgreSQL, which listens on a Unix socket; returns its port. */
async function startTlsDoor({ key, cert }: { key: string; cert: string }): Promise<number> {
  const context = createSecureContext({ key, cert })
  const door = createServer((outer) => {
    outer.on('error', () => undefined)
    // The SSLRequest message of eight bytes.
    outer.once('data', () => {
      outer.write('S')
      const plain = new TLSSocket(outer, { isServer: true, secureContext: context })
      const inner = connect(join(server().host, '.s.PGSQL.5432'))
      for (const socket of [plain, inner]) socket.on('error', () => outer.destroy())
      plain.pipe(inner).pipe(plain)
      outer.on('close', () => inner.destroy())
    })
  })
  await once(door.listen(0), 'listening')
  onTestFinished(() => void door.close())
  return (door.address() as AddressInfo).port
}

test('a start does not wait forever for another migration', async () => {
  const { name } = await emptyDatabase()
  const connection = { ...server(), database: name }
  const holder = new pg.Client(connection)
  await holder.connect()
  await holder.query('select pg_advisory_lock(916001)')
  await expect(migrateDatabase(connection, 20)).rejects.toThrow('Another process has been migrating this database for minutes')
  await holder.end()
})

/** Removes the options from a StartupMessage: length, protocol version, then null-terminated names and values. */
function withoutOptions(bytes: Buffer): Buffer {
  const parts = bytes.subarray(8, -1).toString('latin1').split('\0')
  const at = parts.indexOf('options')
  const remaining = Buffer.from(parts.toSpliced(at, 2).join('\0') + '\0', 'latin1')
  const length = Buffer.alloc(4)
  length.writeInt32BE(remaining.length + 8)
  return Buffer.concat([length, bytes.subarray(4, 8), remaining])
}

/** An ErrorResponse: `E`, length, fields. */
function refusalOf(bytes: Buffer): { back: Buffer } {
  expect(bytes.includes('options')).toBe(true)
  const fields = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0')
  const length = Buffer.alloc(4)
  length.writeInt32BE(fields.length + 4)
  return { back: Buffer.concat([Buffer.from('E'), length, fields]) }
}
