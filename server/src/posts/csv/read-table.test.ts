import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guarded, unguarded, EXPORTED_COLUMNS, POST_TABLE, READ_COLUMNS } from './post-columns.ts'
import { OPTION_COLUMNS, readOptions, writeOptions } from './option-columns.ts'
import { readTable } from './read-table.ts'
import { writeLines } from './export-posts.ts'

const cellsOf = (text: string) => readTable(text, POST_TABLE).rows.map(({ line, cells }) => [line, Object.fromEntries(cells)])
const faultsOf = (text: string) =>
  readTable(text, POST_TABLE).faults.map(({ line, column, message }) => `${line} ${column ?? ''}: ${message}`)

test('reads tables with commas, semicolons and tabs, and numbers their lines', () => {
  const rows = [
    [2, { project: 'Tips, three of them', caption: 'He said "go"\nand went' }],
    [4, { project: 'Next', caption: '=1+1' }],
  ]
  const comma = `\ufeffProject,Caption,Status\r\n"Tips, three of them","He said ""go""\nand went",\r\nNext,'=1+1,\r\n\r\n`
  const semicolon = 'project;caption\n"Tips, three of them";"He said ""go""\nand went"\nNext;\'=1+1\n;\n'
  const tab = 'project\tcaption\nTips, three of them\t"He said ""go""\nand went"\nNext\t\'=1+1'
  expect(cellsOf(comma)).toEqual([rows[0], [4, { project: 'Next', caption: '=1+1' }]])
  expect(cellsOf(semicolon)).toEqual(rows)
  expect(cellsOf(tab)).toEqual(rows)
  for (const text of [comma, semicolon, tab]) expect(faultsOf(text)).toEqual([])
})

test('reports problems of the file with their line', () => {
  expect(faultsOf('')).toEqual(['1 : There are no posts in this file.'])
  expect(faultsOf('project,caption\n')).toEqual(['1 : There are no posts in this file.'])
  expect(faultsOf('project,captoin,project\na,b,c')).toEqual([
    '1 captoin: Unknown column: captoin.',
    '1 project: The column project appears twice.',
  ])
  expect(faultsOf('project,caption\na,b\nc,d,e')).toEqual([
    '3 : This line has more cells than there are columns. Put texts with commas into quotes.',
  ])
  expect(faultsOf('project,caption\na,b\nc,"d\ne')[0]).toContain('A quote is opened here and never closed.')
  expect(faultsOf('project,caption\na,b"c"d\n')[0]).toContain('2 : There is a quote in the middle')
})

test('limits the size of the file, its posts and its cells', () => {
  expect(faultsOf(`project\n${'x\n'.repeat(501)}`)[0]).toContain('At most 500 posts')
  expect(faultsOf(`project\n${'x\n'.repeat(500)}`)).toEqual([])
  expect(faultsOf(`project\n${'x'.repeat(1024 * 1024)}`)[0]).toContain('larger than 1 MB')
  expect(faultsOf(`project\n${'x'.repeat(400_000)}`)[0]).toContain('too long')
})

test('reads platform options from columns as users write them', () => {
  const read = (platform: 'tiktok' | 'tumblr', cells: Record<string, string>) =>
    readOptions(platform, new Map(Object.entries(cells)), { isDraft: false })
  expect(read('tiktok', { audience: 'public to everyone', allow_comments: 'Yes', music_consent: 'y', cover_index: '2' })).toMatchObject({
    options: { audience: 'PUBLIC_TO_EVERYONE', allowComments: true, musicConsent: true, coverIndex: 2 },
    faults: [],
  })
  expect(read('tumblr', { blog: 'mine', tags: 'one| two ', state: 'Draft' })).toMatchObject({
    options: { blog: 'mine', tags: ['one', 'two'], state: 'draft' },
    faults: [],
  })
  const columns = (found: ReturnType<typeof read>) => found.faults.map(({ column }) => column)
  expect(columns(read('tiktok', {}))).toEqual(expect.arrayContaining(['audience', 'music_consent']))
  expect(columns(read('tiktok', { audience: 'everybody', music_consent: 'yes', blog: 'mine', cover_index: '-1' }))).toEqual([
    'audience',
    'cover_index',
    'blog',
  ])
  expect(columns(read('tumblr', {}))).toEqual(['blog'])
  expect(readOptions('tiktok', new Map(), { isDraft: true }).faults).toEqual([])
})

test('reads written options back unchanged', () => {
  const written = {
    tiktok: { platform: 'tiktok', audience: 'SELF_ONLY', allowComments: true, musicConsent: true, coverIndex: 3, yourBrand: true },
    tumblr: { platform: 'tumblr', blog: 'mine', tags: ['a', 'b c'], altTexts: ['First, of two', ''], layout: 'two', state: 'queue' },
  } as const
  for (const platform of ['tiktok', 'tumblr'] as const) {
    const cells = writeOptions(platform, written[platform])
    expect([...cells.keys()].filter((column) => !OPTION_COLUMNS.includes(column))).toEqual([])
    expect(readOptions(platform, cells, { isDraft: false })).toMatchObject({ options: written[platform], faults: [] })
  }
})

test('docs/post-tables.md lists every column', async () => {
  const documentation = await readFile(join(import.meta.dirname, '../../../../docs/post-tables.md'), 'utf8')
  const named = new Set([...documentation.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name))
  expect([...READ_COLUMNS, ...EXPORTED_COLUMNS].filter((column) => !named.has(column))).toEqual([])
})

test('reads every written text back unchanged', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    // Apostrophes, beginnings of formulas, and what a table is made of.
    fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', '"', ',', ';', ' ', '\uff1d', 'x') }),
  )
  fc.assert(
    fc.property(text, (caption) => {
      expect(unguarded(guarded(caption))).toBe(caption)
      const table = `\ufeff${writeLines([
        ['project', 'caption'],
        ['Tips', caption],
      ])}`
      const { rows, faults } = readTable(table, POST_TABLE)
      expect([faults, rows.map(({ cells }) => cells.get('caption') ?? '')]).toEqual([[], [caption.trim()]])
    }),
  )
  expect(guarded("'=x")).toBe("''=x")
  expect(guarded("it's")).toBe("it's")
})
