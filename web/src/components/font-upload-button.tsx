import type { ReactNode } from 'react'
import styles from './font-upload-button.module.css'

export interface FontUploadButtonProps {
  children: ReactNode
  accept: string
  /** Share of the bytes sent, 0 to 1; null while nothing is uploaded. */
  share: number | null
  onFiles(files: readonly File[]): void
}

/** A button that chooses the files of one font. */
export function FontUploadButton({ children, accept, share, onFiles }: FontUploadButtonProps) {
  return (
    <label className={styles.button} aria-busy={share !== null || undefined}>
      {share === null ? children : share < 1 ? `Uploading ${Math.round(share * 100)} %` : 'Checking...'}
      <input
        type="file"
        multiple
        accept={accept}
        className={styles.input}
        disabled={share !== null}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </label>
  )
}
