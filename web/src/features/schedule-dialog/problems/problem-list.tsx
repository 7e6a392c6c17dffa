import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import styles from './problems.module.css'

export interface ProblemListProps {
  problems: readonly PostProblem[]
  /** A change of choices that avoids the problem with this code; null without one. */
  workaround(code: string): { label: string; apply(): void } | null
  /** The user follows a link to fix a problem. */
  onLeave(): void
}

/** Errors and warnings of a post, each with a way to fix it. */
export function ProblemList({ problems, workaround, onLeave }: ProblemListProps) {
  if (problems.length === 0) return null
  return (
    <ul className={styles.list}>
      {problems.map((problem) => {
        const way = workaround(problem.code)
        return (
          <li key={`${problem.code} ${problem.message}`}>
            <Notice kind={problem.severity === 'stop' ? 'bad' : 'warn'}>
              <p>{problem.message}</p>
              {(way !== null || problem.fixHref !== null) && (
                <p className={styles.ways}>
                  {way && (
                    <Button size="small" onClick={way.apply}>
                      {way.label}
                    </Button>
                  )}
                  {problem.fixHref !== null && (
                    <ButtonLink size="small" variant="ghost" to={problem.fixHref} onClick={onLeave}>
                      {problem.fix ?? 'Fix it'}
                    </ButtonLink>
                  )}
                </p>
              )}
            </Notice>
          </li>
        )
      })}
    </ul>
  )
}
