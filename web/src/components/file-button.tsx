import type { ReactNode } from 'react'
import styles from './file-button.module.css'

export interface FileButtonProps {
  /** The label while nothing is uploaded. */
  children: ReactNode
  /** Which of several such buttons it is, for screen readers. */
  name?: string
  accept: string
  multiple?: boolean
  /** Shown while the share grows. */
  working?: string
  /** Share of the work done, such as bytes sent, 0 to 1; null while there is none. */
  share: number | null
  onFiles(files: [File, ...File[]]): void
}

/** A button that chooses files and shows the progress of their upload. */
export function FileButton({ children, name, accept, multiple = false, working = 'Uploading', share, onFiles }: FileButtonProps) {
  return (
    <label className={styles.button} aria-busy={share !== null || undefined}>
      {share === null ? children : share < 1 ? `${working} ${Math.round(share * 100)} %` : 'Checking...'}
      {name !== undefined && <span className="visually-hidden"> {name}</span>}
      <input
        type="file"
        multiple={multiple}
        accept={accept}
        className={styles.input}
        disabled={share !== null}
        onChange={(event) => {
          const [first, ...others] = event.target.files ?? []
          event.target.value = ''
          if (first) onFiles([first, ...others])
        }}
      />
    </label>
  )
}
