import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Name of its folder in the data folder. */
export const OUTBOX = 'outbox'

/** Limits of the outbox, which keeps the newest mails. */
const LIMITS = { files: 200, bytes: 20 * 1024 * 1024 }

/** Writes a mail as an .eml file, and removes the oldest ones. The same mail stays one file, however often it is written. */
export async function writeToOutbox(folder: string, { id, bytes }: { id: string; bytes: Uint8Array }, limits = LIMITS): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const others = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const existing = others.find((name) => name.endsWith(`_${id}.eml`))
  const name = existing ?? `${new Date().toISOString().replaceAll(':', '-')}_${id}.eml`
  const unfinished = join(folder, `${name}.part`)
  await writeFile(unfinished, bytes, { mode: 0o600 })
  await rename(unfinished, join(folder, name))
  await tidy(folder, existing ? others : [...others, name], limits)
  return join(folder, name)
}

/** File names begin with their time. The newest stays regardless of its size. */
async function tidy(folder: string, names: readonly string[], limits: typeof LIMITS): Promise<void> {
  let [files, bytes] = [0, 0]
  for (const name of names.toSorted().toReversed()) {
    const path = join(folder, name)
    const size = (await stat(path).catch(() => null))?.size ?? 0
    files += 1
    bytes += size
    if (files > 1 && (files > limits.files || bytes > limits.bytes)) await rm(path, { force: true })
  }
}

/** Removes the mails with these ids. */
export async function removeFromOutbox(folder: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const deleted = new Set(ids)
  const names = await readdir(folder).catch(() => [])
  const isOf = (name: string): boolean => deleted.has(/_([^_]+)\.eml$/.exec(name)?.[1] ?? '')
  await Promise.all(names.filter(isOf).map((name) => rm(join(folder, name), { force: true })))
}
