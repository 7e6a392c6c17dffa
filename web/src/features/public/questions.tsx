import { ChevronRight } from 'lucide-react'
import styles from './questions.module.css'

export interface Question {
  question: string
  /** Plain text, also used as structured data for search engines. */
  answer: string
}

/** Questions with expandable answers, one open at a time. Works without scripts. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <section className={styles.questions} aria-labelledby="questions-title">
      <h2 id="questions-title" className={styles.title}>
        Questions
      </h2>
      {questions.map(({ question, answer }) => (
        <details key={question} name="questions" className={styles.question}>
          <summary>
            <ChevronRight aria-hidden="true" />
            {question}
          </summary>
          <p className={styles.answer}>{answer}</p>
        </details>
      ))}
    </section>
  )
}
