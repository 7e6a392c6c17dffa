import { dirname, relative, sep } from 'node:path'
import type { RuleTester } from 'oxlint/plugins-dev'

/** A rule as oxlint runs it; its own types are exported only through its tester. */
export type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown; createOnce?: never }>

/** A piece of the syntax tree, as far as a report needs it. */
export type Node = NonNullable<Parameters<Parameters<Rule['create']>[0]['report']>[0]['node']>

const root = dirname(import.meta.dirname)

/** The path of a linted file from the root of the repository, with slashes on every system. */
export function repositoryPath(filename: string): string {
  return relative(root, filename).split(sep).join('/')
}

/** Tests and what only tests use may reach further than the product. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.split('/').includes('testing')
}
