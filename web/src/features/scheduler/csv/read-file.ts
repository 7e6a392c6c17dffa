import { TABLE_BYTES_MAX } from '@ninesixteen/shared/api/limits'

export class FileRefused extends Error {}

/** The file's text, as UTF-8 or else Windows-1252, which some spreadsheets write. */
export async function readFile(file: File): Promise<string> {
  if (file.size > TABLE_BYTES_MAX) throw new FileRefused('This file is larger than 1 MB. Split it into several.')
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
