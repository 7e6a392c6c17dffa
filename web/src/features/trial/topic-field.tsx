import { TOPIC_MAX } from '@ninesixteen/shared/api/limits'
import { useId, useState, type FormEvent } from 'react'
import { paths } from '../../app/paths.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { Button } from '../../components/button.tsx'
import styles from './topic-field.module.css'

export interface TopicFieldProps {
  start?: string
  busy?: boolean
  /** Receives the topic, never blank. Without it, the form opens /try with the topic. */
  onTopic?(topic: string): void
}

const EXAMPLE = '5 small habits for calm mornings'

export function TopicField({ start = '', busy = false, onTopic }: TopicFieldProps) {
  const id = useId()
  const [topic, setTopic] = useState(start)
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent): void => {
    const typed = topic.trim()
    setMissing(typed === '')
    if (typed === '' || onTopic) event.preventDefault()
    if (typed !== '') onTopic?.(typed)
  }
  return (
    <form className={styles.form} action={paths.try} method="get" onSubmit={submit} aria-label="Try it" noValidate>
      <label className="visually-hidden" htmlFor={id}>
        What is your slideshow about?
      </label>
      <input
        id={id}
        name="topic"
        className={styles.input}
        value={topic}
        placeholder={EXAMPLE}
        maxLength={TOPIC_MAX}
        autoComplete="off"
        enterKeyHint="go"
        aria-invalid={isMissing || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setTopic(event.target.value)}
      />
      <Button type="submit" variant="primary" size="large" busy={busy} className={styles.button}>
        {busy ? 'Writing...' : 'Make slides'}
      </Button>
      <p id={`${id}-hint`} className={styles.hint} role={isMissing ? 'alert' : undefined} data-bad={isMissing || undefined}>
        {isMissing ? 'Type a topic first.' : 'No account needed. The slides appear in a few seconds.'}
      </p>
    </form>
  )
}

/** The trial on the home page, unless the operator turned it off. */
export function TrialOffer() {
  return usePublicConfig().tryIt ? <TopicField /> : null
}
