import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { TestSpecification } from 'vitest/node'
import { describeFault, withFault, type Fault } from './faults.ts'
import { readProbes, withProbes } from './probes.ts'
import type { TestHost } from './test-host.ts'

export interface Planted {
  /** From the project's root. */
  path: string
  source: string
  fault: Fault
}

export interface Trial {
  host: TestHost
  /** Paths below which the tests stand. */
  tests: readonly string[]
  /** Of the copy. */
  folder: string
  signal: AbortSignal
  print(text: string): void
  /** How far it is, in a line that the next one replaces. */
  tell(progress: string): void
}

/** What became of a sample. */
export interface Tally {
  noticed: number
  /** Of those noticed, the ones whose tests did not come to an end in time. */
  late: number
  missed: number
}

interface KnownTest {
  file: TestSpecification
  ms: number
}

/** A test that never ends is as good as one that fails. */
const PATIENCE = 4
const PATIENCE_MS = 20_000

async function change(trial: Trial, path: string, text: string): Promise<void> {
  const target = join(trial.folder, path)
  await writeFile(target, text)
  trial.host.forget(target)
}

/** Runs all tests once on sources that tell what is reached; tests that fail as the product stands are left out. */
async function survey(sample: readonly Planted[], trial: Trial): Promise<{ known: KnownTest[]; reached: Map<number, Set<string>> }> {
  const logPath = join(trial.folder, 'reached.log')
  await writeFile(logPath, '')
  const numbered = sample.map((planted, number) => ({ ...planted, number }))
  const byPath = Map.groupBy(numbered, ({ path }) => path)
  for (const [path, found] of byPath)
    await change(trial, path, withProbes(found[0]?.source ?? '', new Map(found.map(({ number, fault }) => [number, fault])), logPath))
  const known: KnownTest[] = []
  const files = await trial.host.find(trial.tests)
  for (const [number, file] of files.entries()) {
    if (trial.signal.aborted) break
    trial.tell(`tests as they are: ${number + 1} of ${files.length}`)
    const from = performance.now()
    const outcome = await trial.host.run(file, 10 * 60_000)
    const ms = performance.now() - from
    if (outcome === 'passed') known.push({ file, ms })
    else trial.print(`  left out, as it fails without a fault: ${file.moduleId}\n`)
  }
  for (const [path, found] of byPath) await change(trial, path, found[0]?.source ?? '')
  return { known, reached: readProbes(await readFile(logPath, 'utf8')) }
}

/** The tests that come by a fault: the one of its own file first, then its neighbours, the quick ones before the slow ones. */
function testsFor(path: string, known: readonly KnownTest[], reached: ReadonlySet<string>): KnownTest[] {
  const name = path.replace(/\.tsx?$/, '.test.')
  const rank = ({ moduleId }: TestSpecification) =>
    moduleId.includes(name) ? 0 : basename(dirname(moduleId)) === basename(dirname(path)) ? 1 : 2
  return known
    .filter(({ file }) => reached.has('?') || reached.has(file.moduleId))
    .toSorted((a, b) => rank(a.file) - rank(b.file) || a.ms - b.ms)
}

async function tryFault(tests: readonly KnownTest[], trial: Trial): Promise<keyof Tally> {
  for (const { file, ms } of tests) {
    if (trial.signal.aborted) break
    const outcome = await trial.host.run(file, ms * PATIENCE + PATIENCE_MS)
    if (outcome !== 'passed') return outcome === 'failed' ? 'noticed' : 'late'
  }
  return 'missed'
}

export async function tryFaults(sample: readonly Planted[], trial: Trial): Promise<Tally> {
  const { known, reached } = await survey(sample, trial)
  const tally: Tally = { noticed: 0, late: 0, missed: 0 }
  for (const [number, { path, source, fault }] of sample.entries()) {
    trial.tell(`fault ${number + 1} of ${sample.length}, ${tally.missed} unnoticed so far`)
    const tests = testsFor(path, known, reached.get(number) ?? new Set())
    await change(trial, path, withFault(source, fault))
    const outcome = await tryFault(tests, trial)
    await change(trial, path, source)
    if (trial.signal.aborted) break
    tally[outcome] += 1
    if (outcome === 'late') tally.noticed += 1
    if (outcome !== 'missed') continue
    const { before, after } = describeFault(source, fault)
    const by = tests.length === 0 ? 'no test comes by' : `${tests.length} test files come by`
    trial.print(`  ${number + 1}/${sample.length}  ${path}:${fault.line}  ${by}\n    - ${before}\n    + ${after}\n`)
  }
  return tally
}
