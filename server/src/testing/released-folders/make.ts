import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import pg from 'pg'
import type { Project } from '@ninesixteen/shared/api/projects'
import { runningConnection } from '../../embedded-postgres/supervisor.ts'
import { buildSlide } from '../build-slide.ts'
import { Caller } from '../caller.ts'
import { connectOverHttp } from '../connect-over-http.ts'
import { unpackRelease, type Release } from '../release.ts'
import { startTestSandbox } from '../sandbox.ts'
import { contentOf, PASSWORD } from './content.ts'

/*
 * Creates a minimal data folder with a released version, and stores the content that version reports next to it.
 * node server/src/testing/released-folders/make.ts RELEASE PORT
 */

const PRODUCT = join(import.meta.dirname, '../product-process.ts')
const COMPRESSION = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
  [constants.BROTLI_PARAM_LGWIN]: 28,
}

const [release = '0.2.0', port = '24999'] = process.argv.slice(2) as [Release?, string?]
const dataDir = join(await mkdtemp(join(tmpdir(), 'ninesixteen-folder-')), 'data')
const sandbox = await startTestSandbox()
const caller = new Caller(`http://localhost:${port}`)

/** Runs the released product in the folder while `work` runs. */
async function during(work: () => Promise<void>): Promise<void> {
  const env = { DATA_DIR: dataDir, PORT: port, SANDBOX: 'off', DEMO: 'off', LOG_LEVEL: 'warn' }
  const order = { env, sandboxUrl: sandbox.url, folder: await unpackRelease(release) }
  const child = spawn(process.execPath, [PRODUCT, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('ready') && resolve())
    void ended.then(() => reject(new Error('The product ended before it was ready')))
  })
  try {
    await work()
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

async function fill(): Promise<void> {
  await caller.call('POST', '/api/auth/sign-up/email', { email: 'ann@example.org', password: PASSWORD, name: 'Ann' })
  await execute('update user_settings set pro_plan = true')
  const company = await caller.buildCompany('Moss & Sons')
  const picture = await caller.buildPhoto()
  const slides = [buildSlide('Grüße, 世界 👩‍👩‍👧', { backgroundImage: picture.filePath }), buildSlide('second')]
  const rest = { topic: '3 tips', contentType: 'numbered-list', contentStyle: 'educational', companyId: company.id }
  const project = await caller.api<Project>('POST', '/projects', { title: 'By hand', slides, ...rest })
  const saved = { version: project.version, saveId: randomUUID(), slides: [...slides, buildSlide('third')] }
  await caller.api('PUT', `/projects/${project.id}`, saved)
  const json = { 'content-type': 'application/json' }
  const written = { topic: '5 morning habits', contentType: 'numbered-list' }
  await (await caller.fetch('/api/generate', { method: 'POST', body: JSON.stringify(written), headers: json })).text()
  if (release !== '0.1.0') await schedule(await caller.api<Project>('GET', `/projects/${project.id}`))
}

/** A draft and a published post: a scheduled one would become due. */
async function schedule(project: Project): Promise<void> {
  await connectOverHttp(caller)
  const [account] = await caller.api<{ accountId: string; username: string }[]>('GET', '/accounts')
  const target = { platform: 'tumblr', accountId: account?.accountId, options: { platform: 'tumblr', blog: account?.username } }
  const order = { projectId: project.id, projectVersion: project.version, timeZone: 'Europe/Berlin', targets: [target] }
  for (const scheduledTime of [null, 'now'])
    await caller.api('POST', '/scheduled-posts', { ...order, requestId: randomUUID(), scheduledTime, caption: 'a caption' })
  const published = async () => (await caller.api<{ counts: { published: number } }>('GET', '/scheduled-posts')).counts.published
  while ((await published()) === 0) await wait(200)
}

/** Deletes large files that an empty installation doesn't need. */
async function shrink(): Promise<void> {
  for (const statement of ['vacuum full', 'select pg_switch_wal()', 'checkpoint']) await execute(statement)
}

/** Recycled WAL segments: those after the segment of the current end of the log. */
async function unusedLog(): Promise<string[]> {
  const wal = join(dataDir, 'postgres/pg_wal')
  const files = (await readdir(wal)).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted()
  const written = await Promise.all(files.map(async (name) => ({ name, at: (await stat(join(wal, name))).mtimeMs })))
  const last = written.toSorted((one, other) => other.at - one.at)[0]?.name ?? ''
  return files.filter((name) => name > last).map((name) => `postgres/pg_wal/${name}`)
}

async function execute(statement: string): Promise<void> {
  const client = new pg.Client(runningConnection(dataDir))
  await client.connect()
  await client.query(`set app.system = 'on'`)
  await client.query(statement)
  await client.end()
}

await during(async () => {
  await fill()
  await shrink()
})
// Start again, so that the reported content was read from the shrunk folder.
await during(async () => {
  const content = await contentOf(caller)
  await writeFile(join(import.meta.dirname, `${release}.json`), `${JSON.stringify(content, null, 1)}\n`)
})
await sandbox.stop()
const left = ['cache', 'run', 'outbox', 'postgres/kept-for-a-full-disk', ...(await unusedLog())].map((name) => `--exclude=./${name}`)
const { stdout } = spawnSync('tar', ['-c', '--owner=0', '--group=0', ...left, '-C', dataDir, '.'], { maxBuffer: 1024 ** 3 })
const packed = await promisify(brotliCompress)(stdout, { params: COMPRESSION })
await writeFile(join(import.meta.dirname, `${release}.tar.br`), packed)
await rm(join(dataDir, '..'), { recursive: true, force: true })
process.stdout.write(`${release}: ${stdout.length} bytes of a folder in ${packed.length}\n`)
