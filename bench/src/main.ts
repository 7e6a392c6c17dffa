// npm run bench [name ...] [-- --save]: runs all benches or the named ones, prints a table each and exits with 1 when a gate is missed.
// --quick measures a part of the slideshows of `looks`. --sheets FOLDER writes contact sheets of the looks instead.
// --save records the results in docs/measurements, from which docs/benchmarks.md is generated.
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { type BenchTable, formatTable } from './table.ts'

interface BenchOptions {
  isQuick: boolean
}

interface BenchModule {
  run(options: BenchOptions): Promise<BenchTable | BenchTable[]>
}

/** Imported on demand, so that a bench without a browser starts quickly. */
const benches: Record<string, () => Promise<BenchModule>> = {
  render: () => import('./render.ts'),
  export: () => import('./export.ts'),
  editor: () => import('./editor.ts'),
  backup: () => import('./backup.ts'),
  start: () => import('./start.ts'),
  generate: () => import('./generate.ts'),
  library: () => import('./library.ts'),
  load: () => import('./load/load.ts'),
  'public-api': () => import('./load/public-api.ts'),
  pictures: () => import('./images.ts'),
  looks: () => import('./looks/looks.ts'),
  'photo-map': () => import('./photo-map.ts'),
  publish: () => import('./publish/publish.ts'),
  'publish-kills': () => import('./publish/publish-kills.ts'),
  'render-kills': () => import('./publish/render-kills.ts'),
  'web-size': () => import('./web-size.ts'),
}

const measurementsFolder = new URL('../../docs/measurements/', import.meta.url)

async function runBench(
  name: string,
  { save, isQuick }: { save: boolean } & BenchOptions,
  load: () => Promise<BenchModule>,
): Promise<boolean> {
  const { run } = await load()
  const startedAt = new Date().toISOString()
  const outcome = await run({ isQuick })
  const tables = Array.isArray(outcome) ? outcome : [outcome]
  for (const table of tables) process.stdout.write(`\n${formatTable(table)}\n`)
  if (save) {
    await mkdir(measurementsFolder, { recursive: true })
    const machine = { node: process.version, cores: cpus().length }
    await writeFile(new URL(`${name}.json`, measurementsFolder), `${JSON.stringify({ name, startedAt, machine, tables }, null, 2)}\n`)
  }
  return tables.every((table) => table.gates.every((gate) => gate.ok))
}

async function main(names: string[], options: { save: boolean } & BenchOptions): Promise<number> {
  const unknown = names.find((name) => !Object.hasOwn(benches, name))
  if (unknown !== undefined) {
    process.stderr.write(`There is no bench "${unknown}": it is one of ${Object.keys(benches).join(', ')}.\n`)
    return 2
  }
  const missed: string[] = []
  for (const [name, load] of Object.entries(benches)) {
    if (names.length > 0 && !names.includes(name)) continue
    if (!(await runBench(name, options, load))) missed.push(name)
  }
  process.stdout.write(missed.length === 0 ? '\nAll gates are met.\n' : `\nGates missed: ${missed.join(', ')}\n`)
  return missed.length === 0 ? 0 : 1
}

const { values, positionals } = parseArgs({
  options: { save: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false }, sheets: { type: 'string' } },
  allowPositionals: true,
})
if (values.sheets === undefined) process.exitCode = await main(positionals, { save: values.save, isQuick: values.quick })
else process.stdout.write(`${await (await import('./looks/sheets.ts')).writeSheets(values.sheets)} sheets written to ${values.sheets}\n`)
