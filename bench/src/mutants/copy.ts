import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readlink, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const OWN_PACKAGES = '@ninesixteen'
/** What is not in git and tests need nevertheless. */
const UNTRACKED = ['server/node_modules', 'web/node_modules', 'shared/generated', 'web/dist']

/** Packages by links, but our own ones: these have to lead to the copy. */
async function linkPackages(root: string, copy: string): Promise<void> {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')]
  await mkdir(join(to, OWN_PACKAGES), { recursive: true })
  for (const name of await readdir(from)) if (name !== OWN_PACKAGES) await symlink(join(from, name), join(to, name))
  for (const name of await readdir(join(from, OWN_PACKAGES)))
    await symlink(await readlink(join(from, OWN_PACKAGES, name)), join(to, OWN_PACKAGES, name))
}

/** A copy of the sources as they are now, in which faults are put: a run that is cut off leaves the project as it was. */
export async function copyProject(root: string): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'ninesixteen-mutants-')))
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, maxBuffer: 2 ** 24 })
  for (const path of stdout.split('\0').filter((it) => it !== '' && existsSync(join(root, it)))) {
    await mkdir(join(folder, dirname(path)), { recursive: true })
    await cp(join(root, path), join(folder, path))
  }
  await linkPackages(root, folder)
  for (const path of UNTRACKED.filter((it) => existsSync(join(root, it)))) await symlink(join(root, path), join(folder, path))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
