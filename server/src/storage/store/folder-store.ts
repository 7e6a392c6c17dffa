import { randomUUID } from 'node:crypto'
import { constants, createReadStream, type Dir } from 'node:fs'
import { copyFile as copyBytes, link, lstat, mkdir, open, opendir, readFile, realpath, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import { AppError } from '@ninesixteen/shared/errors'
import {
  nullOn404,
  MARKER_FOLDER,
  OWNER_MARKER_KEY,
  NAME_KEY,
  type CopiedKeys,
  type FileStore,
  type MarkerFile,
  type StoredObject,
} from './file-store.ts'
import { assertKey, isUserFolder } from './storage-key.ts'

/** Suffix of unfinished files. No row refers to one, so that the sweep removes what a crash leaves. */
const UNFINISHED = '~'
const REMOVED_AT_ONCE = 16

/** Files in a folder: written to a temporary file, flushed to disk, then renamed. A prefix selects a subfolder. */
export function createFolderStore(folder: string, prefix = ''): FileStore {
  const home = folder.endsWith(sep) ? folder.slice(0, -1) : folder
  const root = prefix === '' ? home : join(home, prefix.replace(/\/$/, ''))

  async function resolvePath(key: string): Promise<string> {
    assertKey(key)
    const path = join(root, key)
    await refuseOutside(root, dirname(path))
    return path
  }

  async function putAtomically(key: string, write: Write): Promise<void> {
    const path = await resolvePath(key)
    const firstCreated = await withDiskFullErrors(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }))
    await writeAtomically(path, write, rename)
    if (firstCreated === undefined) return
    for (const above of new Set([root, dirname(firstCreated)])) await flushFolder(above)
  }

  return {
    put: (key, bytes) => putAtomically(key, (temporaryPath) => writeFlushed(temporaryPath, bytes)),
    putFile: (key, file) => putAtomically(key, (temporaryPath) => copyFlushed(file, temporaryPath)),
    async read(key) {
      const path = await resolvePath(key)
      return nullOn404(() => readPlainFile(path))
    },
    async stream(key, _signal, range) {
      const path = await resolvePath(key)
      const bytes = await sizeOf(path)
      if (bytes === null) return null
      const part = range && { start: range.first, end: range.last }
      const body = Readable.toWeb(createReadStream(path, part)) as ReadableStream<Uint8Array>
      return { body, bytes: range ? range.last - range.first + 1 : bytes }
    },
    size: async (key) => sizeOf(await resolvePath(key)),
    async copy(pairs) {
      const copied: CopiedKeys[] = []
      const homes = new Set<string>()
      for (const pair of pairs) {
        const [from, to] = [await resolvePath(pair.from), await resolvePath(pair.to)]
        const isNewFolder = await mkdir(dirname(to), { recursive: true, mode: 0o700 })
        if (isNewFolder) homes.add(root)
        homes.add(dirname(to))
        if (await copyFile(from, to)) copied.push(pair)
      }
      for (const each of homes) await flushFolder(each)
      return copied
    },
    has: async (key) => (await sizeOf(await resolvePath(key))) !== null,
    async remove(keys) {
      keys.forEach(assertKey)
      const paths = keys.map((key) => join(root, key))
      // Keys of a whole library share one folder, which is checked once.
      for (const each of new Set(paths.map(dirname))) await refuseOutside(root, each)
      for (let at = 0; at < paths.length; at += REMOVED_AT_ONCE) {
        await Promise.all(paths.slice(at, at + REMOVED_AT_ONCE).map((path) => rm(path, { force: true })))
      }
    },
    async removeEmptyFolder(userId) {
      if (isUserFolder(userId)) await removeIfEmpty(join(root, userId))
    },
    list: () => listFolder(root),
    ownerMarker: markerFile(home, OWNER_MARKER_KEY),
    nameMarker: markerFile(home, NAME_KEY),
  }
}

function markerFile(home: string, name: string): MarkerFile {
  const path = join(home, name)
  const makeFolder = () => withDiskFullErrors(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }))
  return {
    read: () => nullOn404(() => readFile(path)),
    async create(bytes) {
      await makeFolder()
      return writeAtomically(path, (temporaryPath) => writeFlushed(temporaryPath, bytes), linkNew)
    },
    async replace(bytes) {
      await makeFolder()
      await writeAtomically(path, (temporaryPath) => writeFlushed(temporaryPath, bytes), rename)
    },
  }
}

/** Writes and flushes a file. */
type Write = (temporaryPath: string) => Promise<void>

/** Replaces a file atomically: writes a temporary file, then moves it. */
async function writeAtomically<T>(path: string, write: Write, moveIntoPlace: (from: string, to: string) => Promise<T>): Promise<T> {
  const temporaryPath = `${path}.${randomUUID()}${UNFINISHED}`
  try {
    await withDiskFullErrors(() => write(temporaryPath))
    const placed = await moveIntoPlace(temporaryPath, path)
    await flushFolder(dirname(path))
    return placed
  } finally {
    // A successful write has renamed it.
    await rm(temporaryPath, { force: true })
  }
}

/** False if the target exists. On file systems without hard links, such as memory cards, the last writer wins. */
async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST') return false
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error
    await rename(from, to)
  }
  return true
}

async function withDiskFullErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isDiskFull(error) ? new AppError('STORAGE_FULL', {}, { cause: error }) : error
  }
}

/** Whether an error means a full disk, by any of its codes. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}

async function writeFlushed(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The kernel copies, and shares blocks where the file system can. */
async function copyFlushed(from: string, to: string): Promise<void> {
  await copyBytes(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  const file = await open(to, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * Creates a hard link, which takes no space: stored files are never modified, only replaced by rename. Copies where the file system allows
 * no (more) links. False if there is nothing to copy.
 */
async function copyFile(from: string, to: string): Promise<boolean> {
  const temporaryPath = `${to}.${randomUUID()}${UNFINISHED}`
  try {
    if (!(await nullOn404(() => lstat(from)))?.isFile()) return false
    await link(from, temporaryPath).catch(async () => writeFlushed(temporaryPath, await readFile(from)))
    await rename(temporaryPath, to)
    return true
  } catch (error) {
    throw isDiskFull(error) ? new AppError('STORAGE_FULL', {}, { cause: error }) : error
  } finally {
    // Also after a rename, which does nothing between two links to the same file.
    await rm(temporaryPath, { force: true })
  }
}

/** A rename is durable only once its folder is flushed. Windows can't open folders and doesn't need it. */
async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function sizeOf(path: string): Promise<number | null> {
  const info = await nullOn404(() => lstat(path))
  return info?.isFile() ? info.size : null
}

/** A planted symbolic link must not redirect a read. */
async function readPlainFile(path: string): Promise<Uint8Array | null> {
  const info = await lstat(path)
  return info.isFile() ? readFile(path) : null
}

async function refuseOutside(root: string, folder: string): Promise<void> {
  const real = await nullOn404(() => realpath(folder))
  if (real === null) return
  const realRoot = await realpath(root)
  if (real !== realRoot && !real.startsWith(realRoot + sep)) throw new Error(`Folder of the file store leads outside of it: ${folder}`)
}

/** Non-empty folders and symbolic links stay. */
async function removeIfEmpty(folder: string): Promise<void> {
  try {
    await nullOn404(() => rmdir(folder))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOTDIR') throw error
  }
}

async function* listFolder(root: string): AsyncIterable<StoredObject> {
  const users = await nullOn404(() => opendir(root))
  if (!users) return
  for await (const user of users) {
    const names = user.isDirectory() && user.name !== MARKER_FOLDER ? await openReadable(join(root, user.name)) : null
    if (!names) continue
    for await (const name of names) {
      const info = name.isFile() ? await nullOn404(() => stat(join(root, user.name, name.name))) : null
      if (info) yield { key: `${user.name}/${name.name}`, modifiedAt: info.mtime }
    }
  }
}

/** Null for a missing folder, or one without permission, such as `lost+found`. */
async function openReadable(folder: string): Promise<Dir | null> {
  try {
    return await nullOn404(() => opendir(folder))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')) return null
    throw error
  }
}
