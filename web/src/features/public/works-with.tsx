import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { useEffect, useState } from 'react'
import styles from './works-with.module.css'

const ROTATE_MS = 3_000

/** Names of integrations, shown one group at a time. */
const groups = [
  [...Object.values(PLATFORMS).map(({ label }) => label), 'Google Drive'],
  ['OpenAI', 'Ollama', 'llama.cpp', 'vLLM'],
  ['PostgreSQL', 'Amazon S3', 'Linux'],
]

/** The product's integrations, one group after the other. */
export function WorksWith({ paused }: { paused: boolean }) {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    if (paused) return undefined
    const timer = setInterval(() => setCurrent((previous) => (previous + 1) % groups.length), ROTATE_MS)
    return () => clearInterval(timer)
  }, [paused])
  return (
    <section className={styles.section} aria-labelledby="works-with-title">
      <h2 id="works-with-title" className={styles.title}>
        Works with
      </h2>
      <div className={styles.groups}>
        {groups.map((names, index) => (
          // Screen readers get all groups; only one is visible at a time.
          <ul key={names[0]} className={styles.group} data-shown={index === current || undefined}>
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  )
}
