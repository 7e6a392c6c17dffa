import type { ReactNode } from 'react'
import { Disclosure } from '../../components/disclosure.tsx'
import styles from './questions.module.css'

export interface Question {
  question: string
  answer: ReactNode
}

/** Questions, each of which opens its answer. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <section className={styles.questions} aria-labelledby="questions-title">
      <h2 id="questions-title" className={styles.title}>
        Questions
      </h2>
      {questions.map(({ question, answer }) => (
        <div key={question} className={styles.question}>
          <Disclosure label={question}>
            <p className={styles.answer}>{answer}</p>
          </Disclosure>
        </div>
      ))}
    </section>
  )
}
