import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockedPackage, nodePackages } from './setup.mjs'

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

test('nothing is missing when every package is installed in its version', async () => {
  expect(await isInstalled(wanted, { 'node_modules/zod': { version: '4.6.7' } })).toBe('true')
})

test('additional packages do no harm', async () => {
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

/** A registry with one package, and the hash of its content. */
async function smallRegistry() {
  await mkdir(join(folder, 'package'))
  await writeFile(join(folder, 'package', 'package.json'), JSON.stringify({ name: 'small', version: '1.0.0' }))
  execFileSync('tar', ['-czf', 'small.tgz', 'package'], { cwd: folder })
  const content = readFileSync(join(folder, 'small.tgz'))
  const server = createServer((request, response) => {
    const tarball = `http://${request.headers.host}/small.tgz`
    const about = { name: 'small', versions: { '1.0.0': { name: 'small', version: '1.0.0', dist: { tarball } } } }
    response.end(request.url === '/small.tgz' ? content : JSON.stringify(about))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, integrity: `sha512-${createHash('sha512').update(content).digest('base64')}` }
}

test('a package whose content is not the one that was pinned is not installed', { tags: ['long'] }, async () => {
  const registry = await smallRegistry()
  const install = async (integrity: string): Promise<boolean> => {
    const place = await mkdtemp(join(folder, 'place-'))
    const { manifest, lock } = lockedPackage({ name: 'small', version: '1.0.0', integrity })
    await writeFile(join(place, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(place, 'package-lock.json'), JSON.stringify(lock))
    const flags = ['--prefix', place, '--registry', registry.url, '--cache', join(place, 'cache'), '--fetch-retries=0']
    const npm = spawn('npm', ['ci', '--ignore-scripts', '--no-audit', ...flags], { cwd: place, stdio: 'ignore' })
    await once(npm, 'exit')
    return existsSync(join(place, 'node_modules', 'small', 'package.json'))
  }
  expect(await install(registry.integrity)).toBe(true)
  expect(await install(`sha512-${createHash('sha512').update('other').digest('base64')}`)).toBe(false)
})

test('every Node that is fetched has its hash', () => {
  for (const { integrity } of Object.values(nodePackages)) expect(Buffer.from(integrity.replace('sha512-', ''), 'base64')).toHaveLength(64)
})
