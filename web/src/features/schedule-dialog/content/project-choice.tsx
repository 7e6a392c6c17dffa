import { useId } from 'react'
import { paths } from '../../../app/paths.ts'
import { useRecentProjects } from '../../../app/recent-projects.ts'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import styles from './content.module.css'

export interface ProjectChoiceProps {
  projectId: string | null
  error: string | null
  onChange(projectId: string): void
  onLeave(): void
}

/** Chooses one of the saved slideshows by its cover. */
export function ProjectChoice({ projectId, error, onChange, onLeave }: ProjectChoiceProps) {
  const id = useId()
  const list = useRecentProjects()
  const projects = list.data?.projects ?? []
  return (
    <fieldset className={styles.projects} data-problem={error ? '' : undefined} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.label}>Slideshow</legend>
      {list.isPending && <Skeleton height={148} />}
      {list.isError && (
        <Notice kind="bad" onRetry={list.refetch}>
          Failed to load user data
        </Notice>
      )}
      {list.isSuccess && projects.length === 0 && (
        <div className={styles.none}>
          <p className={styles.hint}>You don’t have any slideshows yet.</p>
          <ButtonLink size="small" to={paths.studio} onClick={onLeave}>
            Create a slideshow
          </ButtonLink>
        </div>
      )}
      {projects.length > 0 && (
        <div className={styles.projectRow}>
          {projects.map((project) => (
            <label key={project.id} className={styles.project}>
              <input
                type="radio"
                name={id}
                className={styles.radio}
                checked={project.id === projectId}
                onChange={() => onChange(project.id)}
                aria-label={project.title}
              />
              <span className={styles.projectCover}>
                {project.coverUrl && <img src={project.coverUrl} alt="" loading="lazy" decoding="async" />}
              </span>
              <span className={styles.projectTitle}>{project.title}</span>
            </label>
          ))}
          {list.hasNextPage && (
            <Button size="small" variant="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              See More
            </Button>
          )}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
