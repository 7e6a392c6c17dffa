// npm run mutants -- FOLDER [...] [--count N] [--seed S] [--tests PATH,PATH]: puts small faults into a folder's sources, one at a time, and
// runs the tests that come by. A fault that no test notices is a test that is missing.
import { readdir, readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyProject } from './copy.ts'
import { faultsOf } from './faults.ts'
import { tryFaults, type Planted } from './try-faults.ts'
import { sampleOf } from './sample.ts'
import { openTestHost } from './test-host.ts'

const ROOT = join(import.meta.dirname, '../../..')
const GATE = 80

/** Where the tests of a folder stand beside those in it. */
const TESTS: Record<string, string[]> = {
  // What draws on a canvas is tested where there is one.
  'shared/src/scene': ['server/src/rendering'],
  'server/src/secrets': ['server/src/connections', 'server/src/auth/second-factor'],
  'server/src/storage': ['server/src/routes/library', 'server/src/routes/rendering', 'server/src/routes/connections/remote-photos.test.ts'],
  'server/src/connections': ['server/src/routes/connections', 'server/src/routes/functions'],
  'server/src/auth': [
    'server/src/routes/account',
    'server/src/routes/meant-for.test.ts',
    'server/src/account',
    'server/src/operator',
    'server/src/demo/demos.test.ts',
  ],
  'server/src/generation': [
    'server/src/routes/generation',
    'server/src/connections/blogs.test.ts',
    'server/src/telemetry',
    'server/src/telemetry/metrics',
  ],
}

/** It runs for many minutes beside other work, and gives way to it. */
const NICENESS = 15

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '80' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', default: '' },
  },
})

/** Progress stands in a terminal's last line; whoever reads a file wants the findings alone. */
const CLEAR = process.stderr.isTTY ? '\r\x1b[K' : ''

function tell(progress: string): void {
  if (CLEAR) process.stderr.write(`${CLEAR}${progress}`)
}

function print(text: string): void {
  if (CLEAR) process.stderr.write(CLEAR)
  process.stdout.write(text)
}

async function plant(folder: string): Promise<Planted[]> {
  const paths = (await readdir(join(ROOT, folder), { recursive: true })).filter(
    (it) => /\.tsx?$/.test(it) && !/\.test\.|testing\//.test(it),
  )
  const planted: Planted[] = []
  for (const path of paths.toSorted().map((it) => `${folder}/${it}`)) {
    const source = await readFile(join(ROOT, path), 'utf8')
    planted.push(...faultsOf(source).map((fault) => ({ path, source, fault })))
  }
  return planted
}

/** Vitest ends the process at once; here the test under way comes to its end, what was found is told, and the copy goes. */
function stopOnSignals(stop: AbortController): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.removeAllListeners(signal)
    process.once(signal, () => stop.abort())
  }
}

async function tryFolder(folder: string, stop: AbortController): Promise<boolean> {
  const all = await plant(folder)
  const sample = sampleOf(all, Number(values.count), Number(values.seed))
  print(`${folder}: ${sample.length} of ${all.length} faults, seed ${values.seed}\n`)
  const tests = [folder, ...(TESTS[folder] ?? []), ...values.tests.split(',').filter(Boolean)]
  const copy = await copyProject(ROOT)
  const host = await openTestHost(copy.folder)
  stopOnSignals(stop)
  const { signal } = stop
  try {
    const { noticed, late, missed } = await tryFaults(sample, { host, tests, folder: copy.folder, signal, print, tell })
    const percent = (noticed / Math.max(noticed + missed, 1)) * 100
    print(`${folder}: ${noticed} of ${noticed + missed} noticed (${late} by taking too long), ${percent.toFixed(0)} % (gate ${GATE} %)\n\n`)
    return percent >= GATE
  } finally {
    await host.close()
    await copy.remove()
  }
}

async function main(folders: string[]): Promise<number> {
  if (folders.length === 0) {
    process.stderr.write('npm run mutants -- FOLDER [...] [--count N] [--seed S] [--tests PATH,PATH], for example server/src/storage\n')
    return 2
  }
  const stop = new AbortController()
  let kept = true
  for (const folder of folders) if (!stop.signal.aborted) kept = (await tryFolder(folder.replace(/\/+$/, ''), stop)) && kept
  return kept ? 0 : 1
}

setPriority(NICENESS)
process.exit(await main(positionals))
