import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApiKey } from '../../testing/api-caller.ts'
import { buildSlide, photo, type TestApp, type TestUser } from '../../testing/app.ts'
import { connectAccount, startScheduler } from '../../testing/scheduler.ts'

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

test('photos are added once', async () => {
  const file = join(folder, 'cup.jpg')
  await writeFile(file, await photo())
  expect((await cli(['photos', 'add', file])).stdout).toContain('added')
  expect((await cli(['photos', 'add', file])).stdout).toContain('known')
})

test('what goes wrong is said, with an exit code for scripts', async () => {
  expect(await cli(['nonsense'])).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no command') })
  expect(await cli(['render', 'x', '--size', '3'])).toMatchObject({ code: 2 })
  expect(await cli(['companies'], 'n16_none')).toMatchObject({ code: 1 })
  expect(await cli(['companies'], secret, 'http://127.0.0.1:9')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("can't be reached"),
  })
})
