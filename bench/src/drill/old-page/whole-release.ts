import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { commitOf, type Release } from '@ninesixteen/server/testing/release'

const ROOT = join(import.meta.dirname, '../../../..')

/** A release with its own packages and its own page, below this project; null in a clone without the history. Made once, which takes minutes. */
export async function wholeRelease(release: Release, tell: (text: string) => void): Promise<string | null> {
  const commit = commitOf(release)
  if (commit === null) return null
  const releases = join(ROOT, '.cache/releases')
  const folder = join(releases, `whole-${release}-${commit.slice(0, 12)}`)
  if (existsSync(folder)) return folder
  await mkdir(releases, { recursive: true })
  const fresh = await mkdtemp(join(releases, 'building-'))
  tell(`Release ${release} is installed and its page is built`)
  run(ROOT, 'git', ['archive', '--format=tar', '-o', join(fresh, 'sources.tar'), commit])
  run(fresh, 'tar', ['-xf', 'sources.tar'])
  run(fresh, 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  run(fresh, process.execPath, ['scripts/build.mjs'])
  await rename(fresh, folder)
  return folder
}

function run(cwd: string, command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${command} ${args[0]} failed in ${cwd}`, { cause: error })
}
