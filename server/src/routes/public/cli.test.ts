import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ApiKeyRow } from '@ninesixteen/shared/api/api-keys'
import { runs } from '../../db/schema-runs.ts'
import { runCommand } from '../../testing/program.ts'
import { buildApiKey } from '../../testing/api-caller.ts'
import { buildSlide, photo, type TestApp, type TestUser } from '../../testing/app.ts'
import { connectAccount, startScheduler } from '../../testing/scheduler.ts'
import { readTables } from '../../testing/video-file.ts'

const SCRIPT = join(import.meta.dirname, '../../../../scripts/cli.mjs')

let app: TestApp
let user: TestUser
let secret: string
let folder: string
beforeEach(async () => {
  app = await startScheduler()
  user = await app.buildUser()
  secret = (await buildApiKey(user)).secret
  folder = await mkdtemp(join(tmpdir(), 'cli-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

interface Ran {
  code: number
  stdout: string
  stderr: string
}

function cli(args: readonly string[], key = secret, url = app.url): Promise<Ran> {
  const env = { NINESIXTEEN_URL: url, NINESIXTEEN_API_KEY: key, XDG_CONFIG_HOME: folder }
  return promisify(execFile)(process.execPath, [SCRIPT, ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ran) => ({ code, stdout, stderr }),
  )
}

test('npm run cli saves where npm was started, also for another folder by --prefix', async () => {
  const project = await user.buildProject({ slides: [buildSlide('one')] })
  const prefix = join(SCRIPT, '../..')
  const env = { cwd: folder, NINESIXTEEN_URL: app.url, NINESIXTEEN_API_KEY: secret, XDG_CONFIG_HOME: folder }
  const args = ['run', '--silent', '--prefix', prefix, 'cli', '--', 'render', project.id, '--out', 'slides']
  const npm = runCommand('npm', args, env)
  expect(await npm.ended).toBe(0)
  expect([npm.output().trim(), await readdir(join(folder, 'slides'))]).toEqual([join('slides', '01.png'), ['01.png']])
})

test('login connects this computer by a code, and a token that expired is refreshed', async () => {
  const project = await user.buildProject()
  const env = { NINESIXTEEN_URL: app.url, XDG_CONFIG_HOME: folder }
  const login = spawn(process.execPath, [SCRIPT, 'login'], { env })
  const ended = once(login, 'exit')
  let shown = ''
  for await (const text of login.stderr.setEncoding('utf8')) {
    shown += text
    const code = /enter the code ([A-Z]{4}-[A-Z]{4})/.exec(shown)?.[1]
    if (code === undefined || shown.includes('Stored')) continue
    await user.api('POST', '/app-requests/answer', { code, scopes: ['slideshows:read'] })
  }
  expect(await ended).toEqual([0, null])
  const file = join(folder, 'ninesixteen/cli.json')
  expect((await stat(file)).mode & 0o077).toBe(0)
  expect((await cli(['slideshows'], '')).stdout).toContain(project.id)
  const stored = JSON.parse(await readFile(file, 'utf8')) as { token: string }
  await writeFile(file, JSON.stringify({ ...stored, token: 'expired', expiresAt: 0 }))
  const both = await Promise.all([cli(['slideshows'], ''), cli(['slideshows'], '')])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
  const [connected] = await user.api<ApiKeyRow[]>('GET', '/api-keys').then((rows) => rows.filter(({ isApp }) => isApp))
  await user.api('DELETE', `/api-keys/${connected?.id}`)
  expect(await cli(['slideshows'], '')).toMatchObject({ code: 1, stderr: expect.stringContaining('neither an API key') as string })
})

test('slides are saved in a format, and drafted to an account', async () => {
  const project = await user.buildProject({ slides: [buildSlide('one'), buildSlide('two')] })
  await connectAccount(app, user, { platform: 'tumblr' })
  const out = join(folder, 'slides')
  expect(await cli(['render', project.id, '--format', '1:1', '--out', out])).toMatchObject({ code: 0 })
  expect(await readdir(out)).toEqual(['01.png', '02.png'])
  expect(await sharp(join(out, '01.png')).metadata()).toMatchObject({ width: 1080, height: 1080 })
  const { stdout } = await cli(['accounts', '--json'])
  const { accounts } = JSON.parse(stdout) as { accounts: { username: string }[] }
  const drafted = await cli([
    'schedule',
    project.id,
    '--to',
    `tumblr:${accounts[0]?.username}`,
    '--option',
    'blog=moss',
    '--caption',
    'hello',
    '--json',
  ])
  expect(drafted).toMatchObject({ code: 0 })
  expect(JSON.parse(drafted.stdout)).toMatchObject({ posts: [{ caption: 'hello', scheduled_at: null }] })
})

test.each(['mp4', 'pdf'])('a slideshow is saved as %s', async (type) => {
  const project = await user.buildProject({ slides: [buildSlide('one')] })
  const out = join(folder, 'files')
  const saving = cli(['render', project.id, '--type', type, '--seconds', '1', '--format', '4:5', '--out', out, '--json'])
  await expect.poll(() => app.services.runs.runDue()).toContain('slideshow-render: done')
  const { code, stdout } = await saving
  const path = join(out, `slideshow.${type}`)
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { id: project.id, files: [path] }])
  const file = await readFile(path)
  if (type === 'mp4') expect(readTables(file)).toMatchObject({ boxes: ['ftyp', 'moov', 'mdat'], seconds: 1 })
  else expect(file.toString('latin1')).toContain('/MediaBox [0 0 810 1012.5]')
})

test('a render that fails says why', async () => {
  const project = await user.buildProject({ slides: [buildSlide('one')] })
  const saving = cli(['render', project.id, '--type', 'pdf', '--out', folder])
  await expect.poll(() => app.services.db.asSystem((tx) => tx.$count(runs))).toBe(1)
  await app.services.db.asSystem((tx) => tx.update(runs).set({ state: 'failed', error: { code: 'SLIDE_TOO_COMPLEX', details: {} } }))
  expect(await saving).toMatchObject({ code: 1, stderr: expect.stringContaining('too complex') })
})

test('completion knows the commands, options and types', async () => {
  const { stdout } = await cli(['completion'])
  for (const word of ['render', '--type', '--out', 'words="png jpeg mp4 pdf"']) expect(stdout).toContain(word)
})

test('photos are added once', async () => {
  const file = join(folder, 'cup.jpg')
  await writeFile(file, await photo())
  expect((await cli(['photos', 'add', file])).stdout).toContain('added')
  expect((await cli(['photos', 'add', file])).stdout).toContain('known')
})

test('what goes wrong is said, with an exit code for scripts', async () => {
  expect(await cli(['nonsense'])).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no command') })
  expect(await cli(['render', 'x', '--size', '3'])).toMatchObject({ code: 2 })
  expect(await cli(['render', 'x', '--type', 'gif'])).toMatchObject({ code: 2 })
  expect(await cli(['companies'], 'n16_none')).toMatchObject({ code: 1 })
  expect(await cli(['companies'], secret, 'http://127.0.0.1:9')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("can't be reached"),
  })
})
