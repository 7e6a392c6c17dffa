import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { nullOn404 } from '../store/file-store.ts'

/** Folder below the data folder for uploads that arrive or are being encoded. */
export const UPLOADS_FOLDER = 'uploads'

const UNFINISHED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/

/** File name of an upload in progress. */
export function unfinishedFileName(id: string): string {
  return `${id}.part`
}

/** Deletes uploads left by killed processes, which contain camera metadata. Returns their number. */
export async function clearUnfinishedUploads(dataDir: string, before: Date): Promise<number> {
  const folder = join(dataDir, UPLOADS_FOLDER)
  const names = (await nullOn404(() => readdir(folder))) ?? []
  let cleared = 0
  for (const name of names.filter((each) => UNFINISHED.test(each))) {
    const info = await nullOn404(() => stat(join(folder, name)))
    if (!info?.isFile() || info.mtime >= before) continue
    await rm(join(folder, name), { force: true })
    cleared += 1
  }
  return cleared
}
