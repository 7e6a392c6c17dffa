import type { UploadPurpose } from '@ninesixteen/shared/api/media'
import { ImagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { toApiError } from '../../api/api-error.ts'
import { PHOTO_FILES, uploadFile } from '../../api/upload-file.ts'
import { Button } from '../../components/button.tsx'
import { FileButton } from '../../components/file-button.tsx'
import { StoredPhoto } from '../../components/stored-photo.tsx'
import styles from './companies.module.css'

export interface ImageUploadProps {
  label: string
  purpose: UploadPurpose
  path: string | null
  onChange(path: string | null): void
  /** Shown for upload errors without a message of their own. */
  failureText: string
  hint?: ReactNode
  /** Number of saves of the form: a save clears earlier failures. */
  saves?: number
}

/** Shows, replaces and removes one image of a company. The form saves the change. */
export function ImageUpload({ label, purpose, path, onChange, failureText, hint, saves = 0 }: ImageUploadProps) {
  const id = useId()
  const [share, setShare] = useState<number | null>(null)
  const [failure, setFailure] = useState<{ message: string; saves: number } | null>(null)
  const problem = failure?.saves === saves ? failure.message : null

  async function send(file: File) {
    setShare(0)
    setFailure(null)
    try {
      onChange((await uploadFile(file, purpose, { onProgress: setShare })).filePath)
    } catch (thrown) {
      const error = toApiError(thrown)
      // Errors about this file or about storage explain more than that the upload failed.
      const isSpecific = /^(UPLOAD|STORAGE|BODY)_/.test(error.code) && error.code !== 'UPLOAD_FAILED'
      setFailure({ message: isSpecific ? error.message : failureText, saves })
    } finally {
      setShare(null)
    }
  }

  function remove() {
    setFailure(null)
    onChange(null)
  }

  return (
    <div className={styles.image}>
      <span className={styles.imageFrame}>
        {path ? (
          <StoredPhoto path={path} variant="thumbnail" alt={label} fit="contain" className={styles.imageContent} />
        ) : (
          <ImagePlus aria-hidden="true" />
        )}
      </span>
      <div className={styles.imageSide}>
        <p className={styles.imageLabel} id={`${id}-label`}>
          {label}
        </p>
        {hint && <p className={styles.hint}>{hint}</p>}
        <div className={styles.imageActions}>
          <FileButton name={label} accept={PHOTO_FILES} share={share} onFiles={([file]) => void send(file)}>
            {path ? 'Replace' : 'Upload'}
          </FileButton>
          {path && (
            <Button size="small" variant="ghost" icon={<Trash2 />} aria-describedby={`${id}-label`} onClick={remove}>
              Remove
            </Button>
          )}
        </div>
        {problem && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </div>
  )
}
