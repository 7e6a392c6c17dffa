import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchTable, formatTable } from '../table.ts'
import { commitOf, type Release, unpackRelease } from '@ninesixteen/server/testing/release'
import { drillFleet, type DrillPlan, programsFor, SMALL_PLAN, FULL_PLAN } from './fleet.ts'
import { findPrograms } from './needed-programs.ts'
import { drillOldPages, judgeOldPages } from './old-page/old-page.ts'
import { judge, reportFindings } from './verdict.ts'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rename } from 'node:fs/promises'

// npm run drill -- fleet [--small] [--posts N] [--seed S] [--from-itself]: starts a fleet on this machine, upgrades it from the previous release, breaks its
// parts one after another while users work, and reports lost writes. npm run drill -- old-page: upgrades the server behind open pages of the previous
// release. Exits with 1 if a gate is missed. Ctrl-C stops it and everything it started.

const PAGE = join(import.meta.dirname, '../../../web/dist/index.html')
const USAGE = 'npm run drill -- fleet [--small] [--posts N] [--seed S] [--from-itself]\nnpm run drill -- old-page\n'
/** The release that the fleet is upgraded from. */
const EARLIER_VERSION = '0.2.0'
/** Milliseconds between progress lines if the output is not a terminal. */
const PROGRESS_MS = 15_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    posts: { type: 'string' },
    seed: { type: 'string' },
    'from-itself': { type: 'boolean', default: false },
  },
})

/** The previous release; null if the user declines it or the clone lacks it. */
async function earlierRelease(): Promise<DrillPlan['earlierRelease']> {
  if (values['from-itself']) return null
  if (commitOf(EARLIER_VERSION) !== null) return { version: EARLIER_VERSION, folder: await unpackRelease(EARLIER_VERSION), drains: false }
  process.stdout.write(
    `This clone has no release ${EARLIER_VERSION} in its history (git fetch --unshallow): the fleet is upgraded from this version alone.\n`,
  )
  return null
}

function readPlan(): DrillPlan {
  const plan = values.small ? { ...SMALL_PLAN, pace: { ...SMALL_PLAN.pace, pages: FULL_PLAN.pace.pages } } : FULL_PLAN
  const { posts = String(plan.posts), seed = plan.seed } = values
  if (!/^[1-9]\d{0,4}$/.test(posts)) throw new Error('--posts has to be a whole number from 1 to 99999.')
  return { ...plan, posts: Number(posts), seed }
}

/** Prints events with the seconds since the start; in a terminal, the last line shows the current one. */
function createReporter(): { log(text: string): void; progress(text: string): void; clear(): void } {
  const startedAt = performance.now()
  const clear = (): void => void (process.stderr.isTTY && process.stderr.write('\r\x1b[K'))
  const withTime = (text: string): string => `${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`
  let reportedAt = startedAt
  return {
    clear,
    log(text) {
      clear()
      process.stdout.write(`${withTime(text)}\n`)
    },
    progress(text) {
      if (process.stderr.isTTY) return void process.stderr.write(`\r\x1b[K${withTime(text)}`)
      if (performance.now() - reportedAt < PROGRESS_MS) return
      reportedAt = performance.now()
      process.stdout.write(`${withTime(text)}\n`)
    },
  }
}

/** Prints the tables. Returns whether all gates are met. */
function printTables(tables: readonly BenchTable[]): boolean {
  for (const table of tables) process.stdout.write(`\n${formatTable(table)}\n`)
  return tables.every(({ gates }) => gates.every(({ ok }) => ok))
}

/** A signal that aborts on SIGINT or SIGTERM. */
function untilCancelled(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort(new Error('Cancelled.')))
  return stop.signal
}

async function runOldPages(): Promise<number> {
  const { log } = createReporter()
  const folder = await buildRelease(EARLIER_VERSION, log)
  if (folder === null) {
    process.stderr.write(`This clone has no release ${EARLIER_VERSION} in its history: git fetch --unshallow\n`)
    return 2
  }
  const signal = untilCancelled()
  const withAssets = await drillOldPages({ folder, keepsParts: true, log, signal })
  const withoutAssets = await drillOldPages({ folder, keepsParts: false, log, signal })
  return printTables([judgeOldPages(withAssets, withoutAssets)]) ? 0 : 1
}

async function main(): Promise<number> {
  if (positionals.length === 1 && positionals[0] === 'old-page') return runOldPages()
  if (positionals.length !== 1 || positionals[0] !== 'fleet') {
    process.stderr.write(USAGE)
    return 2
  }
  const plan = readPlan()
  const { missing } = findPrograms(programsFor(plan))
  if (!existsSync(PAGE)) missing.push('The page is not built: run node scripts/build.mjs first.')
  if (missing.length > 0) {
    process.stderr.write(`${missing.join('\n')}\n`)
    return 2
  }
  const signal = untilCancelled()
  const reporter = createReporter()
  try {
    const findings = await drillFleet({ ...plan, earlierRelease: await earlierRelease() }, { ...reporter, signal })
    reporter.clear()
    for (const line of reportFindings(findings)) process.stdout.write(`${line}\n`)
    return printTables(judge(findings)) ? 0 : 1
  } catch (error) {
    reporter.clear()
    if (!signal.aborted) throw error
    process.stdout.write('Cancelled; everything that was started has ended.\n')
    return 130
  }
}

process.exitCode = await main()

const ROOT = join(import.meta.dirname, '../../../..')

/** A release with its own packages and its built page, cached in this project; null in a clone without the history. The first build takes minutes. */
async function buildRelease(release: Release, log: (text: string) => void): Promise<string | null> {
  const commit = commitOf(release)
  if (commit === null) return null
  const releases = join(ROOT, '.cache/releases')
  const folder = join(releases, `whole-${release}-${commit.slice(0, 12)}`)
  if (existsSync(folder)) return folder
  await mkdir(releases, { recursive: true })
  const building = await mkdtemp(join(releases, 'building-'))
  log(`Release ${release} is installed and its page is built`)
  run(ROOT, 'git', ['archive', '--format=tar', '-o', join(building, 'sources.tar'), commit])
  run(building, 'tar', ['-xf', 'sources.tar'])
  run(building, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  run(building, process.execPath, ['scripts/build.mjs'])
  await rename(building, folder)
  return folder
}

function run(cwd: string, command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed in ${cwd}`, { cause: error })
}
