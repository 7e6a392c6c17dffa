import { CONTENT_TYPE_IDS, type ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { LayoutTemplate, Play, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { SlideArt } from '../../components/slide-art.tsx'
import styles from './content-type-cards.module.css'

const previews: Record<ContentTypeId, ReactNode> = {
  'numbered-list': <SlideArt crop scene="sea" lines={['1. a glass of', 'water first']} />,
  'directly-personal': <SlideArt crop scene="dawn" lines={['if u read this', "it's for u"]} look="white-bg" />,
  'question-users': <SlideArt crop scene="forest" lines={['what would', 'u choose?']} />,
  'multi-photo-video': (
    <>
      <SlideArt crop scene="desert" lines={['keep going']} />
      <Play aria-hidden="true" className={styles.play} />
    </>
  ),
  custom: (
    <span className={styles.blank}>
      <Plus aria-hidden="true" />
    </span>
  ),
}

export interface ContentTypeCardsProps {
  value: ContentTypeId | 'template'
  onChange(value: ContentTypeId | 'template'): void
}

/** Chooses the content type by example. */
export function ContentTypeCards({ value, onChange }: ContentTypeCardsProps) {
  return (
    <fieldset className={styles.set}>
      <legend className={styles.legend}>Content type</legend>
      <div className={styles.cards}>
        {CONTENT_TYPE_IDS.map((id) => (
          <label key={id} className={styles.card}>
            <input
              type="radio"
              name="content-type"
              className={styles.radio}
              checked={id === value}
              onChange={() => onChange(id)}
              aria-describedby="content-type-description"
            />
            <span className={styles.preview}>{previews[id]}</span>
            <span className={styles.name}>{CONTENT_TYPES[id].label}</span>
          </label>
        ))}
        <label className={styles.card}>
          <input
            type="radio"
            name="content-type"
            className={styles.radio}
            checked={value === 'template'}
            onChange={() => onChange('template')}
            aria-describedby="content-type-description"
          />
          <span className={styles.preview}>
            <span className={styles.blank}>
              <LayoutTemplate aria-hidden="true" />
            </span>
          </span>
          <span className={styles.name}>Template</span>
        </label>
      </div>
      <p id="content-type-description" className={styles.description}>
        {value === 'template' ? 'New texts and photos in the layout of a saved slideshow' : CONTENT_TYPES[value].description}
      </p>
    </fieldset>
  )
}
