import { PROJECT_TITLE_MAX } from '@ninesixteen/shared/api/limits'
import type { ProjectSummary } from '@ninesixteen/shared/api/projects'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import { CalendarClock, CopyPlus, Ellipsis, Pencil, Play, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { schedulePost } from '../../app/schedule-post.ts'
import { SlideshowItems } from '../../app/slideshow-items.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu, MenuItem } from '../../components/menu.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './recents.module.css'

function isVideo(project: ProjectSummary): boolean {
  return CONTENT_TYPES[project.contentType].output === 'video'
}

function facts(project: ProjectSummary): string {
  const count = project.slideCount === 1 ? '1 slide' : `${project.slideCount} slides`
  const languages = project.language ?? project.variants?.flatMap(({ language }) => language ?? []).join(', ') ?? ''
  return [isVideo(project) ? 'Video' : count, shownDay(new Date(project.updatedAt)), ...(languages ? [languages] : [])].join(' · ')
}

function Cover({ project }: { project: ProjectSummary }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (project.coverUrl && project.coverUrl !== broken) {
    return <img src={project.coverUrl} alt="" loading="lazy" decoding="async" onError={() => setBroken(project.coverUrl)} />
  }
  if (project.status === 'generating') return <Skeleton height="100%" radius="inherit" />
  return <span className={styles.noCover} />
}

interface TitleFieldProps {
  title: string
  onDone(title: string | null): void
}

/** Renames in place: Enter and blur save, Escape cancels. */
function TitleField({ title, onDone }: TitleFieldProps) {
  const [typed, setTyped] = useState(title)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The closing menu returns focus to its button first.
    const frame = requestAnimationFrame(() => field.current?.select())
    return () => cancelAnimationFrame(frame)
  }, [])
  const done = () => onDone(typed.trim() === '' || typed.trim() === title ? null : typed.trim())
  return (
    <input
      ref={field}
      className={styles.titleField}
      aria-label={`New title of ${title}`}
      value={typed}
      maxLength={PROJECT_TITLE_MAX}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done()
        if (event.key === 'Escape') onDone(null)
      }}
    />
  )
}

export interface RecentCardProps {
  project: ProjectSummary
  open: boolean
  busy: boolean
  onOpen(): void
  onRename(title: string): void
  onDuplicate(): void
  onDelete(): void
}

/** A saved slideshow with cover, title and actions. */
export function RecentCard({ project, open, busy, onOpen, onRename, onDuplicate, onDelete }: RecentCardProps) {
  const [renaming, setRenaming] = useState(false)
  return (
    <li className={styles.card} data-open={open || undefined}>
      <button type="button" className={styles.open} onClick={onOpen} aria-current={open || undefined}>
        <span className={styles.cover}>
          <Cover project={project} />
          {isVideo(project) && <Play aria-hidden="true" className={styles.play} />}
        </span>
        <span className={renaming ? 'visually-hidden' : styles.title}>{project.title}</span>
        {!renaming && <span className={styles.facts}>{project.status === 'generating' ? 'Generating' : facts(project)}</span>}
      </button>
      {renaming && (
        <TitleField
          title={project.title}
          onDone={(title) => {
            setRenaming(false)
            if (title !== null) onRename(title)
          }}
        />
      )}
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
          <MenuItem icon={<Pencil />} onSelect={() => setRenaming(true)}>
            Rename
          </MenuItem>
          <MenuItem icon={<CopyPlus />} onSelect={onDuplicate}>
            Duplicate
          </MenuItem>
          <SlideshowItems projectId={project.id} />
          <MenuItem icon={<CalendarClock />} onSelect={() => schedulePost({ kind: 'new', projectId: project.id })}>
            Schedule Post
          </MenuItem>
          <MenuItem icon={<Trash2 />} danger onSelect={onDelete}>
            Delete
          </MenuItem>
        </Menu>
      </div>
    </li>
  )
}
