import type { Fault } from './faults.ts'

interface Insertion {
  at: number
  text: string
}

/**
 * The source with a call before each place that has a fault: it writes the fault's number and the test file that came by to `logPath`.
 * Of a process or thread that a test started, nobody knows the test file: then it is `?`.
 */
export function withProbes(source: string, faults: ReadonlyMap<number, Fault>, logPath: string): string {
  const byPlace = Map.groupBy(faults, ([, { anchor }]) => `${anchor.start}:${anchor.end}`)
  const insertions = [...byPlace.values()].flatMap((found): Insertion[] => {
    const [first] = found
    if (!first) return []
    const { kind, start, end } = first[1].anchor
    const call = `probeReached(${JSON.stringify(found.map(([number]) => number))})`
    if (kind === 'statement') return [{ at: start, text: `${call};` }]
    return [
      { at: start, text: `(${call}, ` },
      { at: end, text: ')' },
    ]
  })
  let probed = source
  for (const { at, text } of insertions.toSorted((a, b) => b.at - a.at)) probed = probed.slice(0, at) + text + probed.slice(at)
  return `${probed}\n${probe(logPath)}`
}

function probe(logPath: string): string {
  return `function probeReached(numbers) {
  const seen = (globalThis.probesReached ??= new Set())
  for (const number of numbers) {
    if (seen.has(number)) continue
    seen.add(number)
    const test = globalThis.__vitest_worker__?.filepath ?? '?'
    process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(logPath)}, number + ' ' + test + '\\n')
  }
}
`
}

/** Which test files came by each fault; a fault with `?` was reached outside of any of them. */
export function readProbes(log: string): Map<number, Set<string>> {
  const reached = new Map<number, Set<string>>()
  for (const line of log.split('\n').filter(Boolean)) {
    const [, number = '', test = ''] = /^(\d+) (.+)$/.exec(line) ?? []
    const tests = reached.get(Number(number)) ?? new Set()
    reached.set(Number(number), tests.add(test))
  }
  return reached
}
