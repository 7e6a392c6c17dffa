import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BenchTable, formatTable } from '../table.ts'
import { commitOf, type Release, unpackRelease } from '@ninesixteen/server/testing/release'
import { drillFleet, type DrillPlan, programsFor, SMALL, WHOLE } from './fleet.ts'
import { findPrograms } from './needed-programs.ts'
import { drillOldPages, judgeOldPages } from './old-page/old-page.ts'
import { judge, reportFindings } from './verdict.ts'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rename } from 'node:fs/promises'

// npm run drill -- fleet [--small] [--posts N] [--seed S] [--from-itself]: sets up a fleet of real parts on this machine, upgrades it from the release
// before and breaks its parts one after another while people work, and says whether anything was lost. npm run drill -- old-page: what becomes of pages of
// the release before. Ends with 1 when a gate is missed. Ctrl-C ends it, and everything it started.

const PAGE = join(import.meta.dirname, '../../../web/dist/index.html')
const USAGE = 'npm run drill -- fleet [--small] [--posts N] [--seed S] [--from-itself]\nnpm run drill -- old-page\n'
/** The release that the fleet is upgraded from. */
const BEFORE = '0.2.0'
/** In a file, where no line is written over, the state of things is told this often, in milliseconds. */
const TOLD_MS = 15_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    small: { type: 'boolean', default: false },
    posts: { type: 'string' },
    seed: { type: 'string' },
    'from-itself': { type: 'boolean', default: false },
  },
})

/** Null where it is not wanted, or cannot be had. */
async function releaseBefore(): Promise<DrillPlan['before']> {
  if (values['from-itself']) return null
  if (commitOf(BEFORE) !== null) return { version: BEFORE, folder: await unpackRelease(BEFORE), leavesTime: false }
  process.stdout.write(
    `This clone has no release ${BEFORE} in its history (git fetch --unshallow): the fleet is upgraded from this version alone.\n`,
  )
  return null
}

function planOf(): DrillPlan {
  const plan = values.small ? { ...SMALL, pace: { ...SMALL.pace, pages: WHOLE.pace.pages } } : WHOLE
  const { posts = String(plan.posts), seed = plan.seed } = values
  if (!/^[1-9]\d{0,4}$/.test(posts)) throw new Error('--posts has to be a whole number from 1 to 99999.')
  return { ...plan, posts: Number(posts), seed }
}

/** Prints events with the seconds since the start; in a terminal, the last line shows the current one. */
function teller(): { tell(text: string): void; progress(text: string): void; clear(): void } {
  const begun = performance.now()
  const clear = (): void => void (process.stderr.isTTY && process.stderr.write('\r\x1b[K'))
  const stamped = (text: string): string => `${((performance.now() - begun) / 1000).toFixed(0).padStart(4)} s  ${text}`
  let toldAt = begun
  return {
    clear,
    tell(text) {
      clear()
      process.stdout.write(`${stamped(text)}\n`)
    },
    progress(text) {
      if (process.stderr.isTTY) return void process.stderr.write(`\r\x1b[K${stamped(text)}`)
      if (performance.now() - toldAt < TOLD_MS) return
      toldAt = performance.now()
      process.stdout.write(`${stamped(text)}\n`)
    },
  }
}

/** Whether all gates are met. */
function tellTables(tables: readonly BenchTable[]): boolean {
  for (const table of tables) process.stdout.write(`\n${formatTable(table)}\n`)
  return tables.every(({ gates }) => gates.every(({ ok }) => ok))
}

/** Ctrl-C, or an end from outside. */
function untilCancelled(): AbortSignal {
  const stop = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stop.abort(new Error('Cancelled.')))
  return stop.signal
}

async function runOldPages(): Promise<number> {
  const { tell } = teller()
  const folder = await wholeRelease(BEFORE, tell)
  if (folder === null) {
    process.stderr.write(`This clone has no release ${BEFORE} in its history: git fetch --unshallow\n`)
    return 2
  }
  const signal = untilCancelled()
  const kept = await drillOldPages({ folder, keepsParts: true, tell, signal })
  const bare = await drillOldPages({ folder, keepsParts: false, tell, signal })
  return tellTables([judgeOldPages(kept, bare)]) ? 0 : 1
}

async function main(): Promise<number> {
  if (positionals.length === 1 && positionals[0] === 'old-page') return runOldPages()
  if (positionals.length !== 1 || positionals[0] !== 'fleet') {
    process.stderr.write(USAGE)
    return 2
  }
  const plan = planOf()
  const { missing } = findPrograms(programsFor(plan))
  if (!existsSync(PAGE)) missing.push('The page is not built: run node scripts/build.mjs first.')
  if (missing.length > 0) {
    process.stderr.write(`${missing.join('\n')}\n`)
    return 2
  }
  const signal = untilCancelled()
  const reporter = teller()
  try {
    const findings = await drillFleet({ ...plan, before: await releaseBefore() }, { ...reporter, signal })
    reporter.clear()
    for (const line of reportFindings(findings)) process.stdout.write(`${line}\n`)
    return tellTables(judge(findings)) ? 0 : 1
  } catch (error) {
    reporter.clear()
    if (!signal.aborted) throw error
    process.stdout.write('Cancelled; everything that was started has ended.\n')
    return 130
  }
}

process.exitCode = await main()

const ROOT = join(import.meta.dirname, '../../../..')

/** A release with its own packages and its own page, below this project; null in a clone without the history. Made once, which takes minutes. */
async function wholeRelease(release: Release, tell: (text: string) => void): Promise<string | null> {
  const commit = commitOf(release)
  if (commit === null) return null
  const releases = join(ROOT, '.cache/releases')
  const folder = join(releases, `whole-${release}-${commit.slice(0, 12)}`)
  if (existsSync(folder)) return folder
  await mkdir(releases, { recursive: true })
  const fresh = await mkdtemp(join(releases, 'building-'))
  tell(`Release ${release} is installed and its page is built`)
  run(ROOT, 'git', ['archive', '--format=tar', '-o', join(fresh, 'sources.tar'), commit])
  run(fresh, 'tar', ['-xf', 'sources.tar'])
  run(fresh, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  run(fresh, process.execPath, ['scripts/build.mjs'])
  await rename(fresh, folder)
  return folder
}

function run(cwd: string, command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed in ${cwd}`, { cause: error })
}
