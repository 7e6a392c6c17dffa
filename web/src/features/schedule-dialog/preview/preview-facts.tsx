import type { ReactNode } from 'react'
import styles from './preview.module.css'

export interface PreviewFactsProps {
  /** The texts as they will be, each under the name it has there. */
  texts: readonly { name: string; text: string }[]
  /** Characters of them that the platform has no room for. */
  leftOut?: number
  badges: readonly { icon: ReactNode; words: string }[]
}

/** What the picture of a post cannot show: whole texts, and who sees it. */
export function PreviewFacts({ texts, leftOut = 0, badges }: PreviewFactsProps) {
  const shown = texts.filter(({ text }) => text !== '')
  return (
    <div className={styles.facts}>
      <ul className={styles.badges} aria-label="How it is posted">
        {badges.map(({ icon, words }) => (
          <li key={words} className={styles.badge}>
            {icon}
            {words}
          </li>
        ))}
      </ul>
      {shown.length > 0 && (
        <dl className={styles.texts}>
          {shown.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {leftOut > 0 && (
        <p className={styles.leftOut}>
          {leftOut} {leftOut === 1 ? 'character does' : 'characters do'} not fit and will be left out.
        </p>
      )}
    </div>
  )
}
