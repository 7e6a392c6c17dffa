import type { ProjectSummary } from '@ninesixteen/shared/api/projects'
import { CopyPlus, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './recents.module.css'

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

function facts(project: ProjectSummary): string {
  const count = project.slideCount === 1 ? '1 slide' : `${project.slideCount} slides`
  return `${count} · ${day.format(new Date(project.updatedAt))}`
}

function Cover({ project }: { project: ProjectSummary }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (project.coverUrl && project.coverUrl !== broken) {
    return <img src={project.coverUrl} alt="" loading="lazy" decoding="async" onError={() => setBroken(project.coverUrl)} />
  }
  if (project.status === 'generating') return <Skeleton height="100%" radius="inherit" />
  return <span className={styles.noCover} />
}

export interface RecentCardProps {
  project: ProjectSummary
  open: boolean
  busy: boolean
  onOpen(): void
  onDuplicate(): void
  onDelete(): void
}

/** One saved slideshow: its first slide as it is drawn, its title, and what can be done with it. */
export function RecentCard({ project, open, busy, onOpen, onDuplicate, onDelete }: RecentCardProps) {
  return (
    <li className={styles.card} data-open={open || undefined}>
      <button type="button" className={styles.open} onClick={onOpen} aria-current={open || undefined}>
        <span className={styles.cover}>
          <Cover project={project} />
        </span>
        <span className={styles.title}>{project.title}</span>
        <span className={styles.facts}>{project.status === 'generating' ? 'Being written' : facts(project)}</span>
      </button>
      <div className={styles.more}>
        <Menu
          align="end"
          trigger={
            <IconButton
              size="small"
              label={`Actions for ${project.title}`}
              icon={<Ellipsis />}
              disabled={busy}
              className={styles.moreButton}
            />
          }
        >
          <MenuItem icon={<CopyPlus />} onSelect={onDuplicate}>
            Duplicate
          </MenuItem>
          <MenuItem icon={<Trash2 />} danger onSelect={onDelete}>
            Delete
          </MenuItem>
        </Menu>
      </div>
    </li>
  )
}
