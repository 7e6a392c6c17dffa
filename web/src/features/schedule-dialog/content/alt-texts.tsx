import { ALT_TEXT_MAX } from '@ninesixteen/shared/publishing/alt-text'
import { TextArea } from '../../../components/field.tsx'
import { PostImageView } from '../preview/post-image-view.tsx'
import styles from './content.module.css'
import type { PostImage } from './post-content.ts'

export interface AltTextsProps {
  images: readonly PostImage[]
  textOf(image: PostImage): string
  onChange(image: PostImage, text: string): void
}

export function AltTexts({ images, textOf, onChange }: AltTextsProps) {
  return (
    <>
      <p className={styles.hint}>Describe each image for people who can’t see it. We suggest the text on the slide.</p>
      <ul className={styles.altTexts}>
        {images.map((image, index) => (
          <li key={image.id} className={styles.altText}>
            <PostImageView image={image} alt="" />
            <TextArea
              label={`Alt text of slide ${index + 1}`}
              rows={2}
              maxLength={ALT_TEXT_MAX}
              value={textOf(image)}
              onChange={(event) => onChange(image, event.target.value)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
