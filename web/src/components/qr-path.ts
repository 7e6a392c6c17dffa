import { encode } from 'uqr'

/** A code as the path of an SVG: one unit a module, with the quiet zone that readers want (ISO/IEC 18004: four modules). */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => darkRuns(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`)).join('')
  return { size, path }
}

function darkRuns(row: readonly boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = []
  row.forEach((isDark, at) => {
    const last = runs.at(-1)
    if (isDark && last && last.from + last.length === at) last.length += 1
    else if (isDark) runs.push({ from: at, length: 1 })
  })
  return runs
}
