import { suggestedTopics } from '@ninesixteen/shared/content-types/suggested-topics'
import { RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './suggested-topics.module.css'

const DAY_MS = 86_400_000

/** Each day begins with other topics. */
const skippedToday = (): number => Math.floor(Date.now() / DAY_MS) * suggestedTopics(0).length

/** Topics to try, for a form that is still empty. */
export function SuggestedTopics({ onChoose }: { onChoose(topic: string): void }) {
  const id = useId()
  const [skipped, setSkipped] = useState(skippedToday)
  const topics = suggestedTopics(skipped)
  return (
    <div className={styles.suggestions} role="group" aria-labelledby={id}>
      <p id={id} className={styles.label}>
        Try one
      </p>
      <ul className={styles.topics}>
        {topics.map((topic) => (
          <li key={topic}>
            <button
              type="button"
              className={styles.topic}
              onClick={() => onChoose(topic)}
              onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            >
              {topic}
            </button>
          </li>
        ))}
      </ul>
      <IconButton label="Other topics" size="small" icon={<RefreshCw />} onClick={() => setSkipped(skipped + topics.length)} />
    </div>
  )
}
