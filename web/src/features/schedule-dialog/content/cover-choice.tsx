import { useId } from 'react'
import { PostImageView } from '../preview/post-image-view.tsx'
import styles from './content.module.css'
import type { PostImage } from './post-content.ts'

export interface CoverChoiceProps {
  label: string
  images: readonly PostImage[]
  index: number
  onChange(index: number): void
}

/** Chooses one of the images as the cover. */
export function CoverChoice({ label, images, index, onChange }: CoverChoiceProps) {
  const id = useId()
  if (images.length < 2) return null
  return (
    <fieldset className={styles.covers}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.coverRow}>
        {images.map((image, position) => (
          <label key={image.id} className={styles.cover}>
            <input
              type="radio"
              name={id}
              className={styles.radio}
              checked={position === index}
              onChange={() => onChange(position)}
              aria-label={`Slide ${position + 1}`}
            />
            <PostImageView image={image} alt="" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
