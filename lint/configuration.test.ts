import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = dirname(import.meta.dirname)

interface Report {
  diagnostics: { filename: string; code: string }[]
}

/** One bad file a rule: a path in a repository like ours, and what must be found in it. */
const samples: Record<string, { code: string; rule: string }> = {
  'shared/src/slide/reach.ts': { code: `import { Pool } from 'pg'\nexport const pool = new Pool()\n`, rule: 'ninesixteen(imports)' },
  'server/src/publisher/send.ts': {
    code: `export const isOurs = (id: string): boolean => id === 'tumblr'\n`,
    rule: 'ninesixteen(platform-names)',
  },
  'server/src/port.ts': { code: `export const port = process.env.PORT\n`, rule: 'ninesixteen(environment)' },
  'server/src/ask.ts': { code: `export const ask = (url: string): Promise<Response> => fetch(url)\n`, rule: 'ninesixteen(one-fetch)' },
  'server/src/helpers.ts': { code: `export const one = 1\n`, rule: 'ninesixteen(file-names)' },
  'server/src/cycle-a.ts': { code: `import { b } from './cycle-b.ts'\nexport const a = () => b\n`, rule: 'import(no-cycle)' },
  'server/src/cycle-b.ts': { code: `import { a } from './cycle-a.ts'\nexport const b = () => a\n`, rule: 'import(no-cycle)' },
  'server/src/type-cycle-a.ts': {
    code: `import type { B } from './type-cycle-b.ts'\nexport interface A {\n  b: B | null\n}\n`,
    rule: 'import(no-cycle)',
  },
  'server/src/type-cycle-b.ts': {
    code: `import type { A } from './type-cycle-a.ts'\nexport interface B {\n  a: A | null\n}\n`,
    rule: 'import(no-cycle)',
  },
  'server/src/default.ts': { code: `export default 1\n`, rule: 'import(no-default-export)' },
  'server/src/loose.ts': { code: `export const loose = (value: any) => value\n`, rule: 'typescript(no-explicit-any)' },
  'server/src/certain.ts': { code: `export const first = (list: string[]) => list[0]!\n`, rule: 'typescript(no-non-null-assertion)' },
  'server/src/ignored.ts': { code: `// @ts-ignore\nexport const one: string = 1\n`, rule: 'typescript(ban-ts-comment)' },
  'server/src/equal.ts': { code: `export const same = (a: unknown, b: unknown) => a == b\n`, rule: 'eslint(eqeqeq)' },
  'server/src/print.ts': { code: `console.log('hello')\n`, rule: 'eslint(no-console)' },
  'server/src/swallow.ts': {
    code: `export const swallow = (work: () => void) => {\n  try {\n    work()\n  } catch {}\n}\n`,
    rule: 'eslint(no-empty)',
  },
  'server/src/forget.ts': {
    code: `const save = async () => 1\nexport const forget = () => {\n  save()\n}\n`,
    rule: 'typescript(no-floating-promises)',
  },
  'server/src/disabled.ts': { code: `// oxlint-disable-next-line no-console\nconsole.log(1)\n`, rule: 'ninesixteen(no-silencing)' },
  'server/src/flood.ts': {
    code: `export function flood(): number {\n  let sum = 0\n${'  sum += 1\n'.repeat(60)}  return sum\n}\n`,
    rule: 'ninesixteen(function-length)',
  },
  'server/src/many.ts': {
    code: `export const add = (a: number, b: number, c: number, d: number) => a + b + c + d\n`,
    rule: 'eslint(max-params)',
  },
  'server/src/long.ts': { code: `export const lines = [\n${'  1,\n'.repeat(310)}]\n`, rule: 'eslint(max-lines)' },
  'server/src/double.test.ts': { code: `import { vi } from 'vitest'\nvi.mock('./own.ts')\n`, rule: 'vitest(no-restricted-vi-methods)' },
  'web/src/features/editor/raw.tsx': {
    code: `export const Raw = (it: { html: string }) => <p dangerouslySetInnerHTML={{ __html: it.html }} />\n`,
    rule: 'react(no-danger)',
  },
  'web/src/features/editor/hooks.tsx': {
    code: `import { useState } from 'react'\nexport const Box = (it: { on: boolean }) => {\n  if (!it.on) return null\n  const [n] = useState(0)\n  return <p>{n}</p>\n}\n`,
    rule: 'react(hooks)',
  },
}

let folder = ''
let found: Report['diagnostics'] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ninesixteen-lint-'))
  for (const path of ['lint', '.oxlintrc.json', 'tsconfig.base.json']) await cp(join(root, path), join(folder, path), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: './tsconfig.base.json', compilerOptions: { types: ['node'], jsx: 'react-jsx' }, include: ['*/src'] }),
  )
  for (const [path, sample] of Object.entries(samples)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), sample.code)
  }
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  // It ends with code 1, as it should over bad files, and that is an error to execFile, with the output on it.
  const { stdout } = await promisify(execFile)(process.execPath, [oxlint, '-f', 'json'], { cwd: folder, maxBuffer: 1 << 26 }).catch(
    (error: { stdout: string }) => error,
  )
  const report: Report = JSON.parse(stdout)
  found = report.diagnostics
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(Object.entries(samples).map(([path, { rule }]) => [path, rule] as const))('%s breaks %s', (path, rule) => {
  expect(found.filter((it) => it.filename === path).map((it) => it.code)).toContain(rule)
})
