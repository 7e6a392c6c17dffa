import { TABLE_BYTES_MAX } from '@ninesixteen/shared/api/limits'
import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import styles from './csv.module.css'

class FileRefused extends Error {}

/** The file's text, as UTF-8 or else Windows-1252, which some spreadsheets write. */
async function readFile(file: File): Promise<string> {
  if (file.size > TABLE_BYTES_MAX) throw new FileRefused('This file is larger than 1 MB. Split it into several.')
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export interface CsvFileChoiceProps {
  /** Name of the chosen file; null before. */
  name: string | null
  busy: boolean
  onFile(file: { name: string; text: string }): void
}

/** Chooses a CSV file and reads it. */
export function CsvFileChoice({ name, busy, onFile }: CsvFileChoiceProps) {
  const id = useId()
  const [refused, setRefused] = useState<string | null>(null)
  const read = async (file: File | undefined) => {
    if (!file) return
    setRefused(null)
    try {
      onFile({ name: file.name, text: await readFile(file) })
    } catch (error) {
      setRefused(error instanceof FileRefused ? error.message : 'We couldn’t read this file.')
    }
  }
  return (
    <div className={styles.file}>
      <span className={styles.label}>File</span>
      <label htmlFor={id} className={styles.drop}>
        <FileUp aria-hidden="true" />
        <span className={styles.fileName}>{busy ? 'Reading...' : (name ?? 'Choose a CSV file')}</span>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv,text/plain"
          className={styles.input}
          onChange={(event) => {
            void read(event.target.files?.[0])
            // Allows choosing the same file again.
            event.target.value = ''
          }}
        />
      </label>
      {refused && (
        <p className={styles.refused} role="alert">
          {refused}
        </p>
      )}
    </div>
  )
}
