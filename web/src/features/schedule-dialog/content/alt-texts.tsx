import { ALT_TEXT_MAX } from '@ninesixteen/shared/publishing/alt-text'
import { TextArea } from '../../../components/field.tsx'
import { PostImageView } from '../preview/post-image-view.tsx'
import styles from './content.module.css'
import type { Picture } from './post-content.ts'

export interface AltTextsProps {
  pictures: readonly Picture[]
  textOf(picture: Picture): string
  onChange(picture: Picture, text: string): void
}

export function AltTexts({ pictures, textOf, onChange }: AltTextsProps) {
  return (
    <>
      <p className={styles.hint}>Describe each image for people who can’t see it. We suggest the text on the slide.</p>
      <ul className={styles.altTexts}>
        {pictures.map((picture, index) => (
          <li key={picture.id} className={styles.altText}>
            <PostImageView picture={picture} alt="" />
            <TextArea
              label={`Alt text of slide ${index + 1}`}
              rows={2}
              maxLength={ALT_TEXT_MAX}
              value={textOf(picture)}
              onChange={(event) => onChange(picture, event.target.value)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
