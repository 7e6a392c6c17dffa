// npm test: the check, the quick tests and one browser journey for each screen and guarantee. npm run test:all adds what takes long: kills,
// fleets, released data folders, every width and theme; with --rest, only that. --part=2/4 runs the second quarter of the tests' files. --slowest
// lists the 30 slowest tests. The order shows failures early; the first failing step ends the run, and the last line is always
// `N passed, N failed`.
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runJourneys } from './e2e.mjs'
import { ensureTestPrograms, fail, root } from './setup.mjs'
import { checkSteps, commandOf, runScript, runStep } from './steps.mjs'

const reports = join(root, '.cache', 'test')
const counts = { passed: 0, failed: 0 }
/** Characters shown of a failed journey's error. */
const ERROR_CHARS = 300

const isAll = process.argv.includes('--all')
const isRest = process.argv.includes('--rest')
const part = process.argv.find((arg) => arg.startsWith('--part='))?.slice('--part='.length)
const shard = part === undefined ? [] : [`--shard=${part}`]

/** Files with tests tagged long, so that the others need not be imported to find none. */
function filesWithLongTests() {
  const paths = globSync('{bench,lint,sandbox,scripts,server,shared,web}/**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules'] })
  return paths.filter((path) => /@module-tag long|tags: \['long'\]/.test(readFileSync(join(root, path), 'utf8')))
}

/** Which tests vitest runs. */
function chosenUnitTests() {
  if (isRest) return ['--tags-filter=long', ...filesWithLongTests()]
  // One worker more than in the configuration: what is quick mostly waits for PostgreSQL.
  return isAll ? [] : ['--tags-filter=!long', '--maxWorkers=3']
}

/** Unit and integration tests; the build comes first, because the painter's tests read its assets. */
async function runUnitTests() {
  const report = join(reports, 'vitest.json')
  const reporters = [
    '--reporter=dot',
    `--reporter=${join(root, 'scripts', 'retried-tests.mjs')}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const args = ['run', '--retry=1', ...reporters, ...shard, ...chosenUnitTests()]
  // Control codes for colors are noise in a log.
  const env = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const outcome = await runScript({ script: commandOf('vitest'), args, env, loud: true })
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = readReport(report)
  if (process.argv.includes('--slowest')) printSlowest(testResults)
  counts.passed += numPassedTests
  // A file that cannot be loaded has no tests to count, and yet it failed.
  counts.failed += numFailedTests || (outcome.ok ? 0 : Math.max(1, numFailedTestSuites))
  return { ok: outcome.ok }
}

function printSlowest(files) {
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration }) => ({ name: `${relative(root, name)} > ${fullName}`, seconds: (duration ?? 0) / 1000 })),
  )
  for (const { name, seconds } of tests.toSorted((one, other) => other.seconds - one.seconds).slice(0, 30))
    process.stdout.write(`${seconds.toFixed(1).padStart(8)} s  ${name}\n`)
}

/** Each journey that failed at least once, with its first error on one line, so that the end of a log has the reason. */
function failuresIn(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...failuresIn(inner),
    ...specs.flatMap(({ file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => {
          const [error] = results.flatMap(({ errors }) => errors)
          const message = stripVTControlCharacters(error?.message ?? 'no message').replaceAll(/\s+/g, ' ')
          return `${status === 'flaky' ? 'second try' : 'failed'}  ${file}:${line}  ${message.slice(0, ERROR_CHARS)}`
        }),
    ),
  ])
}

async function runBrowserTests() {
  const report = join(reports, 'playwright.json')
  const chosen = isRest ? ['--grep', '@long'] : isAll ? [] : ['--quick']
  const outcome = await runJourneys([...shard, ...chosen], report)
  const { stats, suites } = readReport(report)
  const { expected, unexpected, flaky } = stats
  counts.passed += expected + flaky
  counts.failed += unexpected || (outcome.ok ? 0 : 1)
  for (const line of failuresIn(suites)) process.stdout.write(`  ${line}\n`)
  return { ok: outcome.ok }
}

function readReport(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

const steps = [
  ...(isRest ? [] : checkSteps()),
  { name: 'build', script: join(root, 'scripts', 'build.mjs') },
  { name: 'unit and integration tests', run: runUnitTests },
  { name: 'journeys in Chromium', run: runBrowserTests },
]

async function main() {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
  ensureTestPrograms()
  const startedAt = performance.now()
  for (const step of steps) {
    const failedBefore = counts.failed
    if (await runStep(step)) continue
    if (counts.failed === failedBefore) counts.failed += 1
    process.stdout.write(`Stopped at "${step.name}".\n`)
    process.exitCode = 1
    break
  }
  process.stdout.write(`${Math.round((performance.now() - startedAt) / 1000)} s\n${counts.passed} passed, ${counts.failed} failed\n`)
}

await main().catch(fail)
