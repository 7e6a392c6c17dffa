import type { ProjectVersionSummary } from '@ninesixteen/shared/api/projects'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { dateAndTime } from '../../../app/day-and-time.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { useEditorSession } from '../document/session-context.ts'
import { Thumbnail } from '../film-strip/thumbnail.tsx'
import { restoreVersion } from './restore-version.ts'
import styles from './versions-dialog.module.css'

/** Slides shown per version; the rest is only counted. */
const DRAWN = 12

export interface VersionsDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** Lists earlier versions to preview and restore. */
export function VersionsDialog({ open, onOpenChange }: VersionsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Earlier versions"
      description="The last 20. Restoring one also saves your current slides as a version."
      size="large"
    >
      {open && <Versions onRestored={() => onOpenChange(false)} />}
    </Dialog>
  )
}

function Versions({ onRestored }: { onRestored(): void }) {
  const session = useEditorSession()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<number | null>(null)
  const [restoring, setRestoring] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null })
  const list = useQuery({ ...orpc.projects.versions.queryOptions({ input: { id: session.project.id } }), gcTime: 0 })
  if (list.isPending) return <Skeleton height={220} />
  if (list.isError) return <Notice kind="bad">{errorText(list.error)}</Notice>
  const versions = list.data
  const shown = versions.find(({ version }) => version === chosen) ?? versions[0]
  if (!shown) return <p className={styles.none}>No earlier versions yet. We keep one each time you save.</p>
  const restore = async (): Promise<void> => {
    setRestoring({ busy: true, error: null })
    try {
      await restoreVersion(session, shown.version)
      await client.invalidateQueries({ queryKey: orpc.projects.list.key() })
      onRestored()
    } catch (error) {
      setRestoring({ busy: false, error: errorText(error) })
      await list.refetch()
    }
  }
  return (
    <div className={styles.versions}>
      <ol className={styles.list} aria-label="Versions">
        {versions.map((one) => (
          <li key={one.version}>
            <button
              type="button"
              className={styles.version}
              aria-pressed={one.version === shown.version}
              onClick={() => setChosen(one.version)}
            >
              <span>{dateAndTime(one.createdAt)}</span>
              <span className={styles.detail}>
                {one.slideCount} {one.slideCount === 1 ? 'slide' : 'slides'}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <div className={styles.preview}>
        <VersionSlides of={shown} />
        {restoring.error !== null && <Notice kind="bad">{restoring.error} Nothing was restored.</Notice>}
        <Button variant="primary" busy={restoring.busy} onClick={() => void restore()}>
          {restoring.busy ? 'Restoring…' : 'Restore this version'}
        </Button>
      </div>
    </div>
  )
}

function VersionSlides({ of: { version, title, slideCount } }: { of: ProjectVersionSummary }) {
  const { project } = useEditorSession()
  const query = useQuery(orpc.projects.version.queryOptions({ input: { id: project.id, from: version }, staleTime: Infinity }))
  if (query.isError) return <Notice kind="bad">{errorText(query.error)}</Notice>
  const slides = query.data?.slides ?? []
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      {query.isPending ? (
        <Skeleton height={170} />
      ) : (
        <ol className={styles.slides} aria-label={`Slides of the version of ${title}`} tabIndex={0}>
          {slides.slice(0, DRAWN).map((slide, index) => (
            <li key={slide.id} className={styles.slide}>
              <Thumbnail slide={slide} />
              <span className="visually-hidden">
                Slide {index + 1}: {slide.textBoxes.map((box) => box.text).join(', ')}
              </span>
            </li>
          ))}
        </ol>
      )}
      {slideCount > DRAWN && <p className={styles.detail}>And {slideCount - DRAWN} more slides.</p>}
    </>
  )
}
