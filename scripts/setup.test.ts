import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninesixteen-setup-'))
  await mkdir(join(folder, 'scripts'))
  await mkdir(join(folder, 'node_modules'))
  await cp(join(import.meta.dirname, 'setup.mjs'), join(folder, 'scripts', 'setup.mjs'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

interface Entry {
  version?: string
  optional?: boolean
  link?: boolean
}

/** Asks the copy in the folder, with these two lists, whether everything is installed. */
async function isInstalled(wanted: Record<string, Entry>, installed: Record<string, Entry> | null): Promise<string> {
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  if (installed) await writeFile(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  return run('process.stdout.write(String(setup.packagesAreInstalled()))').stdout
}

function run(code: string, env: Record<string, string> = {}) {
  const script = `const setup = await import(${JSON.stringify(pathToFileURL(join(folder, 'scripts', 'setup.mjs')).href)}); ${code}`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env: { ...process.env, ...env } })
}

const wanted = {
  '': {},
  web: {},
  'node_modules/zod': { version: '4.6.7' },
  'node_modules/other-system': { version: '1.0.0', optional: true },
  'node_modules/@ninesixteen/web': { link: true },
}

test('nothing is missing when every package stands there in its version', async () => {
  expect(await isInstalled(wanted, { 'node_modules/zod': { version: '4.6.7' } })).toBe('true')
})

test('packages somebody added besides do no harm', async () => {
  expect(await isInstalled(wanted, { 'node_modules/zod': { version: '4.6.7' }, 'node_modules/extra': { version: '1.0.0' } })).toBe('true')
})

test('an older version, a missing package and an empty node_modules are missing something', async () => {
  expect(await isInstalled(wanted, { 'node_modules/zod': { version: '4.6.6' } })).toBe('false')
  expect(await isInstalled(wanted, {})).toBe('false')
})

test('without a list of what is installed nothing is', async () => {
  expect(await isInstalled(wanted, null)).toBe('false')
})

test('a chosen Chromium that does not start is refused with a sentence', async () => {
  const chosen = join(folder, 'no-browser')
  const { status, stderr } = run('try { setup.ensureChromium() } catch (error) { setup.fail(error) }', { NINESIXTEEN_CHROMIUM: chosen })
  expect(stderr.trim()).toBe(`NINESIXTEEN_CHROMIUM is ${chosen}, which does not start.`)
  expect(status).toBe(1)
})
