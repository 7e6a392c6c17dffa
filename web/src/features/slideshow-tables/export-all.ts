import type { BatchRow } from '@ninesixteen/shared/api/slideshow-batches'
import { fileNameOf, slideFileName } from '@ninesixteen/shared/export/file-names'
import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import { errorText } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { fileUrl } from '../../api/file-urls.ts'
import { saveFile } from '../../app/save-file.ts'
import { exportSlides } from '../../painter/export-slides.ts'
import { storedZip, type ZipEntry } from '../../painter/export-zip.ts'

/** Hundreds of slideshows as PNG would exceed what a ZIP holds. */
const FILE_TYPE = 'jpeg'

interface ExportAll {
  title: string
  rows: readonly BatchRow[]
  signal: AbortSignal
  /** Number of finished slideshows. */
  onProgress(done: number): void
}

/** The lines whose slideshows can be exported. */
export const exportable = (rows: readonly BatchRow[]): readonly BatchRow[] =>
  rows.filter(({ state, projectId }) => state === 'done' && projectId !== null)

/** Downloads all slideshows of a table as one ZIP, with a folder for each line. */
export async function exportAll({ title, rows, signal, onProgress }: ExportAll): Promise<void> {
  const entries: ZipEntry[] = []
  for (const [done, row] of exportable(rows).entries()) {
    onProgress(done)
    entries.push(...(await entriesOf(row, signal)))
    signal.throwIfAborted()
  }
  saveFile(storedZip(entries, new Date()), fileNameOf({ title: title.replace(/\.csv$/i, ''), formats: [MAIN_FORMAT], ending: 'zip' }))
}

async function entriesOf({ line, title, projectId }: BatchRow, signal: AbortSignal): Promise<ZipEntry[]> {
  try {
    const { slides } = await api.projects.get({ id: projectId ?? '' }, { signal })
    const shown = slides.map((slide) => inFormat(slide, MAIN_FORMAT))
    const files = await exportSlides(shown, { resolveUrl: fileUrl, fileType: FILE_TYPE, scale: 1, signal })
    return files.map(({ blob, checksum }, index) => ({
      name: `line_${String(line).padStart(3, '0')}/${slideFileName({ number: index + 1, format: MAIN_FORMAT, fileType: FILE_TYPE })}`,
      blob,
      checksum,
    }))
  } catch (cause) {
    signal.throwIfAborted()
    throw new Error(`“${title}”: ${errorText(cause)}`, { cause })
  }
}
