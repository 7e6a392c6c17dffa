import { useId } from 'react'
import { PostImageView } from '../preview/post-image-view.tsx'
import styles from './content.module.css'
import type { Picture } from './post-content.ts'

export interface CoverChoiceProps {
  label: string
  pictures: readonly Picture[]
  index: number
  onChange(index: number): void
}

/** Chooses one of the images as the cover. */
export function CoverChoice({ label, pictures, index, onChange }: CoverChoiceProps) {
  const id = useId()
  if (pictures.length < 2) return null
  return (
    <fieldset className={styles.covers}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.coverRow}>
        {pictures.map((picture, at) => (
          <label key={picture.id} className={styles.cover}>
            <input
              type="radio"
              name={id}
              className={styles.radio}
              checked={at === index}
              onChange={() => onChange(at)}
              aria-label={`Slide ${at + 1}`}
            />
            <PostImageView picture={picture} alt="" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
