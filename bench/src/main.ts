// npm run bench [name ...] [-- --minutes N] [--save]: runs all benches or the named ones, prints a table each and exits with 1 when a gate is missed.
// --save records the results in docs/measurements, from which docs/benchmarks.md is generated. The soak (N minutes) and ten million posts run only by name.
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type BenchTable, formatTable } from './table.ts'

interface BenchModule {
  run(options: { minutes?: number }): Promise<BenchTable | BenchTable[]>
}

/** Loaded when asked for: a bench that needs a browser must not slow down one that does not. */
const benches: Record<string, () => Promise<BenchModule>> = {
  render: () => import('./render.ts'),
  enumeration: () => import('./enumeration.ts'),
  export: () => import('./export.ts'),
  editor: () => import('./editor.ts'),
  backup: () => import('./backup.ts'),
  start: () => import('./start.ts'),
  kill: () => import('./kill.ts'),
  generate: () => import('./generate.ts'),
  library: () => import('./library.ts'),
  'library-size': () => import('./library-size.ts'),
  load: () => import('./load/load.ts'),
  sizes: () => import('./load/sizes.ts'),
  'posts-size': () => import('./posts-size/posts-size.ts'),
  month: () => import('./month.ts'),
  pictures: () => import('./pictures.ts'),
  publish: () => import('./publish/publish.ts'),
  'publish-kills': () => import('./publish/publish-kills.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  'web-size': () => import('./web-size.ts'),
  soak: () => import('./soak.ts'),
}
/** They take an hour, and half of one and 25 GB. */
const BY_NAME_ALONE = ['soak', 'posts-size']

const measurementsFolder = new URL('../../docs/measurements/', import.meta.url)

interface BenchOptions {
  minutes?: number
  save?: boolean
}

async function runBench(name: string, options: BenchOptions, load: () => Promise<BenchModule>): Promise<boolean> {
  const { run } = await load()
  const startedAt = new Date().toISOString()
  const outcome = await run(options)
  const tables = Array.isArray(outcome) ? outcome : [outcome]
  for (const table of tables) process.stdout.write(`\n${formatTable(table)}\n`)
  if (options.save) {
    await mkdir(measurementsFolder, { recursive: true })
    const machine = { node: process.version, cores: cpus().length }
    await writeFile(new URL(`${name}.json`, measurementsFolder), `${JSON.stringify({ name, startedAt, machine, tables }, null, 2)}\n`)
  }
  return tables.every((table) => table.gates.every((gate) => gate.ok))
}

async function main(names: string[], options: BenchOptions): Promise<number> {
  const unknown = names.find((name) => !Object.hasOwn(benches, name))
  if (unknown !== undefined) {
    process.stderr.write(`There is no bench "${unknown}": it is one of ${Object.keys(benches).join(', ')}.\n`)
    return 2
  }
  const missed: string[] = []
  for (const [name, load] of Object.entries(benches)) {
    if (names.length > 0 ? !names.includes(name) : BY_NAME_ALONE.includes(name)) continue
    if (!(await runBench(name, options, load))) missed.push(name)
  }
  process.stdout.write(missed.length === 0 ? '\nAll gates are kept.\n' : `\nGates missed: ${missed.join(', ')}\n`)
  return missed.length === 0 ? 0 : 1
}

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string' }, save: { type: 'boolean', default: false } },
  allowPositionals: true,
})
process.exitCode = await main(positionals, {
  save: values.save,
  ...(values.minutes === undefined ? {} : { minutes: Number(values.minutes) }),
})
