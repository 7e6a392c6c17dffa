import { Disclosure } from '../../../components/disclosure.tsx'
import { TextArea } from '../../../components/field.tsx'
import styles from '../content/content.module.css'
import type { PostImage } from '../content/post-content.ts'
import { PostImageView } from '../preview/post-image-view.tsx'
import { altTextOf, type WrittenAltTexts } from './alt-texts.ts'

export interface AltTextsFieldProps {
  images: readonly PostImage[]
  written: WrittenAltTexts
  /** Maximum length that the platform accepts. */
  maxLength: number
  onChange(written: Record<string, string>): void
}

/** A description of each image, collapsed to the number of descriptions. */
export function AltTextsField({ images, written, maxLength, onChange }: AltTextsFieldProps) {
  const described = images.filter((image) => altTextOf(written, image, maxLength) !== '').length
  return (
    <Disclosure label="Alt texts" summary={`${described} of ${images.length}`}>
      <p className={styles.hint}>Describe each image for people who can’t see it. We suggest the text on the slide.</p>
      <ul className={styles.altTexts}>
        {images.map((image, index) => (
          <li key={image.id} className={styles.altText}>
            <PostImageView image={image} alt="" />
            <TextArea
              label={`Alt text of slide ${index + 1}`}
              rows={2}
              maxLength={maxLength}
              value={altTextOf(written, image, maxLength)}
              onChange={(event) => onChange({ ...written, [image.id]: event.target.value })}
            />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
