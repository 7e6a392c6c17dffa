import { expect, test } from 'vitest'
import { qrPath } from './qr-code.tsx'

/** The modules that a browser fills for this path, row by row. */
function modulesOf({ size, path }: { size: number; path: string }): string[] {
  const rows = Array.from({ length: size }, () => Array<string>(size).fill('.'))
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    rows[Number(y)]?.fill('#', Number(x), Number(x) + Number(length))
  return rows.map((row) => row.join(''))
}

test('the path draws the modules of the code, and leaves the quiet zone empty', () => {
  const code = qrPath('http://192.168.1.20:3000/post/abc')
  const rows = modulesOf(code)
  // The finder pattern in three corners: a dark frame of seven modules, a light one inside it, a dark centre.
  const corner = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######']
  const far = code.size - 11
  for (const [left, top] of [
    [4, 4],
    [far, 4],
    [4, far],
  ] as const)
    expect(rows.slice(top, top + 7).map((row) => row.slice(left, left + 7))).toEqual(corner)
  const quiet = [...rows.slice(0, 4), ...rows.slice(-4), ...rows.map((row) => row.slice(0, 4) + row.slice(-4))]
  expect(quiet.join('')).not.toContain('#')
  expect(rows.join('').replaceAll('.', '').length).toBeGreaterThan(150)
})

test('the longest possible URL fits into a code', () => {
  expect(qrPath(`https://${'a'.repeat(60)}.example.com/post/${'b'.repeat(43)}`).size).toBeLessThan(60)
})
