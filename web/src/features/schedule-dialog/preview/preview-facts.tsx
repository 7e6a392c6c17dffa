import type { ReactNode } from 'react'
import styles from './preview.module.css'

export interface PreviewFactsProps {
  /** The texts as posted, with the platform's name for each. */
  texts: readonly { name: string; text: string }[]
  /** Number of characters that the platform cuts. */
  leftOut?: number
  badges: readonly { icon: ReactNode; words: string }[]
}

/** Details that the preview can't show: full texts and visibility. */
export function PreviewFacts({ texts, leftOut = 0, badges }: PreviewFactsProps) {
  const visible = texts.filter(({ text }) => text !== '')
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
      {visible.length > 0 && (
        <dl className={styles.texts}>
          {visible.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {leftOut > 0 && <p className={styles.leftOut}>The last {leftOut === 1 ? 'character' : `${leftOut} characters`} will be cut.</p>}
    </div>
  )
}
