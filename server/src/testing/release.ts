import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const WORKSPACES = ['server', 'shared', 'sandbox']
/** Far above the size of a release's sources, in bytes. */
const ARCHIVE_MAX = 256 * 1024 * 1024

/** The commit of each released version by its subject: rewriting the history changes hashes. */
const RELEASES = {
  '0.1.0': 'Say in one place that a connection failed, and let the test of parallel first uses fail without its mend',
  '0.2.0': 'Tell whoever upgrades of commands, themes and settings that changed',
  '0.3.0': 'Depend on workspaces of the same version',
} as const

export type Release = keyof typeof RELEASES

function git(args: string[]): Buffer | null {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, maxBuffer: ARCHIVE_MAX, stdio: ['ignore', 'pipe', 'ignore'] })
  return status === 0 ? stdout : null
}

/** Commit of a release, or null in a clone without the history. */
export function commitOf(release: Release): string | null {
  const found = git(['log', '--fixed-strings', '--grep', RELEASES[release], '--format=%H %s'])?.toString() ?? ''
  const line = found.split('\n').find((each) => each.slice(each.indexOf(' ') + 1) === RELEASES[release])
  return line?.slice(0, line.indexOf(' ')) ?? null
}

/** Unpacks the sources of a release once, in a folder below this project, whose packages and build output it uses. */
export async function unpackRelease(release: Release): Promise<string> {
  const commit = commitOf(release)
  if (commit === null) throw new Error(`The history of this project has no release ${release}`)
  const releases = join(ROOT, '.cache/releases')
  const folder = join(releases, `${release}-${commit.slice(0, 12)}`)
  if (existsSync(folder)) return folder
  await mkdir(releases, { recursive: true })
  const fresh = await mkdtemp(join(releases, 'unpacking-'))
  const archive = git(['archive', '--format=tar', commit, 'package.json', ...WORKSPACES])
  const { status } = spawnSync('tar', ['-x', '-C', fresh], { input: archive ?? '', maxBuffer: ARCHIVE_MAX })
  if (status !== 0) throw new Error(`Release ${release} could not be unpacked`)
  await mkdir(join(fresh, 'node_modules/@ninesixteen'), { recursive: true })
  for (const workspace of WORKSPACES) {
    await symlink(join('../..', workspace), join(fresh, 'node_modules/@ninesixteen', workspace))
    for (const lent of ['node_modules', 'generated']) {
      const path = join(ROOT, workspace, lent)
      if (existsSync(path)) await symlink(path, join(fresh, workspace, lent))
    }
  }
  // Another test may have unpacked it first.
  await rename(fresh, folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  await rm(fresh, { recursive: true, force: true })
  return folder
}
