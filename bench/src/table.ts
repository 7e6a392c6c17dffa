/** A measured value and its limit; `ok` is true if the value is within the limit. */
export interface BenchGate {
  name: string
  value: number
  limit: number
  unit: string
  ok: boolean
}

/** The result of a bench: rows with the product next to a baseline, and the gates. */
export interface BenchTable {
  title: string
  columns: string[]
  rows: (string | number)[][]
  gates: BenchGate[]
}

interface Bound {
  value: number
  limit: number
  unit: string
}

/** A gate for a value that must not exceed its limit. */
export function atMost(name: string, { value, limit, unit }: Bound): BenchGate {
  return { name, value, limit, unit, ok: value <= limit }
}

/** A gate for a value that must reach its limit. */
export function atLeast(name: string, { value, limit, unit }: Bound): BenchGate {
  return { name, value, limit, unit, ok: value >= limit }
}

/** The table as text: the first column left-aligned, numbers right-aligned, the gates below. */
export function formatTable(table: BenchTable): string {
  const lines = [table.title, '', ...alignColumns([table.columns, ...table.rows.map((row) => row.map(formatCell))])]
  if (table.gates.length > 0) {
    const gates = table.gates.map((gate) => [
      gate.name,
      `${formatCell(gate.value)} ${gate.unit}`,
      `limit ${formatCell(gate.limit)} ${gate.unit}`,
      gate.ok ? 'ok' : 'MISSED',
    ])
    lines.push('', ...alignRows(gates))
  }
  return lines.join('\n')
}

function formatCell(value: string | number): string {
  if (typeof value === 'string') return value
  if (Number.isInteger(value)) return String(value)
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)
}

function alignColumns(rows: string[][]): string[] {
  const [heading = '', ...body] = alignRows(rows)
  return [heading, '-'.repeat(heading.length), ...body]
}

function alignRows(rows: string[][]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}

/** A quantile of the values: a share of 0.99 is the 99th percentile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN
}

/** The median of several rounds, without the first one, which warms up caches and compilers. */
export async function medianOf(rounds: number, measure: () => Promise<number>): Promise<number> {
  await measure()
  const values: number[] = []
  for (let round = 0; round < rounds; round++) values.push(await measure())
  return quantile(values, 0.5)
}
