import { and, asc, eq } from 'drizzle-orm'
import type { UploadedFont } from '@ninesixteen/shared/api/fonts'
import { FONT_FILE_MAX_BYTES, FONT_NAME_MAX, FONTS_MAX } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { readFontFile, splitFontFile, writeFontFile, type StoredCut } from '@ninesixteen/shared/shaping/uploaded-font'
import { isUploadedFont } from '@ninesixteen/shared/slide/fonts'
import type { Logger } from 'pino'
import type { Tx } from '../db/db.ts'
import { requireFewerRows, type RowLimit } from '../db/row-limits.ts'
import { fonts } from '../db/schema-fonts.ts'
import type { CheckedFont, FontChecker } from '../font-checking/font-checker.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { FONT_MIME_TYPE } from '../storage/renditions.ts'
import { removeFiles, storeFile, type FileStorage } from '../storage/stored-files.ts'
import { markForDeletion, removeMarked } from '../storage/sweep/mark-for-deletion.ts'

const ROWS: RowLimit = { table: fonts, limit: FONTS_MAX, plural: 'fonts' }

export type FontRow = typeof fonts.$inferSelect

export interface FontServices extends FileStorage {
  fontChecker: FontChecker
  settings: Pick<InstanceSettings, 'now'>
  log: Logger
}

export interface FontUpload {
  id: string
  companyId: string | null
  /** The path of the uploaded file. */
  file: string
  filename: string
  signal?: AbortSignal
}

export function presentFont({ id, companyId, name, filePath, styles, createdAt }: FontRow): UploadedFont {
  const font = filePath as UploadedFont['font']
  if (!isUploadedFont(font)) throw new Error(`Not the file of a font: ${filePath}`)
  return { id, companyId, name, font, styles, createdAt: createdAt.toISOString() }
}

export async function listFonts(tx: Tx, userId: string): Promise<UploadedFont[]> {
  const rows = await tx.select().from(fonts).where(eq(fonts.userId, userId)).orderBy(asc(fonts.createdAt), asc(fonts.id))
  return rows.map(presentFont)
}

async function findFont(tx: Tx, userId: string, id: string): Promise<FontRow | undefined> {
  const [row] = await tx
    .select()
    .from(fonts)
    .where(and(eq(fonts.userId, userId), eq(fonts.id, id)))
  return row
}

/** A name for a new font: the family it names itself, or else its file's name. */
function nameOf(checked: CheckedFont, filename: string): string {
  const name = checked.name || filename.replace(/\.[^.]*$/, '')
  return name.trim().slice(0, FONT_NAME_MAX) || 'Font'
}

/** The styles of a font with another one, which takes the place of one of the same weight and slant. */
function withStyle(stored: readonly StoredCut[], { cut, bytes }: CheckedFont): StoredCut[] {
  const isSame = (other: StoredCut): boolean => JSON.stringify(styleOf(other.cut)) === JSON.stringify(styleOf(cut))
  const place = stored.findIndex(isSame)
  return place === -1 ? [...stored, { cut, bytes }] : stored.with(place, { cut, bytes })
}

const styleOf = ({ italic, weights }: StoredCut['cut']) => ({ italic, weights: [weights[0], weights[1]] as [number, number] })

/** Checks an uploaded file and adds it to its font. The font's earlier file stays while slides use it. Throws the FONT_ errors of the table. */
export async function addFontFile(services: FontServices, userId: string, upload: FontUpload): Promise<UploadedFont> {
  const { db, store, fontChecker, settings, log } = services
  const checked = await fontChecker.check(upload.file, { userId, signal: upload.signal })
  const before = await db.asUser(userId, (tx) => findFont(tx, userId, upload.id))
  const stored = before && (await store.read(before.filePath))
  const cuts = withStyle(stored ? splitFontFile(stored) : [], checked)
  const bytes = writeFontFile(cuts)
  if (bytes.byteLength > FONT_FILE_MAX_BYTES) throw new AppError('FONT_TOO_COMPLEX')
  if (before && stored && Buffer.compare(stored, bytes) === 0) return presentFont(before)
  // Fails the upload if slides could not read the file.
  readFontFile('new/file.font', bytes)
  const path = await storeFile({ db, store }, userId, {
    extension: 'font',
    mimeType: FONT_MIME_TYPE,
    bytes: bytes.byteLength,
    quota: settings.now().storageQuota,
    put: (key) => store.put(key, bytes, FONT_MIME_TYPE),
  })
  try {
    const { row, freed } = await db.asUser(userId, (tx) => saveRow(tx, userId, { upload, before, checked, cuts, path }))
    await removeMarked({ db, store, log }, userId, freed)
    return presentFont(row)
  } catch (error) {
    await Promise.allSettled([removeFiles({ db, store }, userId, [path])])
    throw error
  }
}

interface NewFile {
  upload: FontUpload
  before: FontRow | undefined
  checked: CheckedFont
  cuts: readonly StoredCut[]
  path: string
}

async function saveRow(
  tx: Tx,
  userId: string,
  { upload, before, checked, cuts, path }: NewFile,
): Promise<{ row: FontRow; freed: string[] }> {
  const styles = cuts.map(({ cut }) => styleOf(cut))
  if (!before) {
    await requireFewerRows(tx, userId, ROWS)
    const { id, companyId, filename } = upload
    const values = { id, userId, companyId, name: nameOf(checked, filename), filePath: path, styles }
    const [row] = await tx.insert(fonts).values(values).onConflictDoNothing().returning()
    // Another user's, or another upload's that was first.
    if (!row) throw new AppError('INVALID_INPUT', { fields: 'id' })
    return { row, freed: [] }
  }
  const [row] = await tx
    .update(fonts)
    .set({ filePath: path, styles, updatedAt: new Date() })
    .where(and(eq(fonts.userId, userId), eq(fonts.id, before.id), eq(fonts.filePath, before.filePath)))
    .returning()
  if (!row) throw new AppError('UPLOAD_FAILED')
  return { row, freed: await markForDeletion(tx, userId, [before.filePath]) }
}

export async function renameFont(tx: Tx, userId: string, { id, name }: { id: string; name: string }): Promise<UploadedFont> {
  const [row] = await tx
    .update(fonts)
    .set({ name, updatedAt: new Date() })
    .where(and(eq(fonts.userId, userId), eq(fonts.id, id)))
    .returning()
  if (!row) throw new AppError('NOT_FOUND')
  return presentFont(row)
}

/** Takes a font out of all lists. Returns its file if no slide and no brand uses it: the caller deletes it. */
export async function removeFont(tx: Tx, userId: string, id: string): Promise<string[]> {
  const [gone] = await tx
    .delete(fonts)
    .where(and(eq(fonts.userId, userId), eq(fonts.id, id)))
    .returning()
  if (!gone) throw new AppError('NOT_FOUND')
  return markForDeletion(tx, userId, [gone.filePath])
}
