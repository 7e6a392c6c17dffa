// npm test: everything, in the order in which a failure costs the least time to see. Stops at the first failing step; the last line
// is always `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runJourneys } from './e2e.mjs'
import { ensureTestPrograms, fail, root } from './setup.mjs'
import { checkSteps, commandOf, runScript, runStep } from './steps.mjs'

const reports = join(root, '.cache', 'test')
const counts = { passed: 0, failed: 0 }

/** Unit and integration tests; the web assets the painter's tests read are built before. */
async function runUnitTests() {
  const report = join(reports, 'vitest.json')
  const reporters = [
    '--reporter=dot',
    `--reporter=${join(root, 'scripts', 'second-tries.mjs')}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const args = ['run', '--retry=1', ...reporters]
  // Control codes for colours are noise in a log.
  const env = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const outcome = await runScript({ script: commandOf('vitest'), args, env, loud: true })
  const { numPassedTests, numFailedTests, numFailedTestSuites } = readReport(report)
  counts.passed += numPassedTests
  // A file that cannot be loaded has no tests to count, and yet it failed.
  counts.failed += numFailedTests || (outcome.ok ? 0 : Math.max(1, numFailedTestSuites))
  return { ok: outcome.ok }
}

async function runBrowserTests() {
  const report = join(reports, 'playwright.json')
  const outcome = await runJourneys([], report)
  const { expected, unexpected, flaky } = readReport(report).stats
  counts.passed += expected + flaky
  counts.failed += unexpected || (outcome.ok ? 0 : 1)
  if (flaky > 0) process.stdout.write(`  ${flaky} of the journeys passed on a second try only: the list above names them.\n`)
  return { ok: outcome.ok }
}

function readReport(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

const steps = [
  ...checkSteps(),
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
