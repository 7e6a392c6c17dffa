import type { MediaUsage } from '@ninesixteen/shared/api/media'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './library-dialogs.module.css'
import type { DialogPhotos } from './use-photo-dialogs.ts'
import { useUsage } from './use-summary.ts'

/** The platform's name; its id if this page doesn't know it. */
function platformLabel(id: string): string {
  return Object.entries(PLATFORMS).find(([known]) => known === id)?.[1].label ?? id
}

export interface DeleteDialogProps {
  /** The photos to delete; null closes the dialog. */
  photos: DialogPhotos | null
  busy: boolean
  onClose(): void
  onDelete(): void
}

/** The specification has different texts for a selection and a single photo. */
function question({ ids, photo }: DialogPhotos): string {
  if (photo === null) return `Are you sure you want to delete ${ids.length} selected photos? This action cannot be undone.`
  return `Are you sure you want to delete "${photo.filename}"?`
}

function counted(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

function Uses({ usage, total }: { usage: MediaUsage; total: number }) {
  if (usage.photos === 0) return null
  const { projects, versions, posts, modes, templates = { total: 0, named: [] }, companies } = usage
  const places = list.format([
    ...counted(projects.total, 'slideshow', 'slideshows'),
    ...counted(versions.total, 'earlier version', 'earlier versions'),
    ...counted(posts.total, 'scheduled post', 'scheduled posts'),
    ...counted(modes.total, 'custom mode', 'custom modes'),
    ...counted(templates.total, 'slideshow template', 'slideshow templates'),
    ...counted(companies.total, 'company', 'companies'),
  ])
  const which = total === 1 ? 'This photo is' : `${usage.photos} of these photos ${usage.photos === 1 ? 'is' : 'are'}`
  const kinds = [projects, versions, posts, modes, templates, companies]
  const all = kinds.reduce((sum, { total: count }) => sum + count, 0)
  const unnamed = all - kinds.reduce((sum, { named }) => sum + named.length, 0)
  return (
    <>
      <Notice kind="info">
        {which} used in {places}. {all === 1 ? 'It keeps' : 'They keep'} showing {usage.photos === 1 ? 'it' : 'them'}.
      </Notice>
      <ul className={styles.uses} aria-label="Used in">
        {projects.named.map(({ id, title }) => (
          <li key={id}>
            Slideshow <strong>{title}</strong>
          </li>
        ))}
        {versions.named.map(({ id, title }) => (
          <li key={id}>
            Earlier version of <strong>{title}</strong>
          </li>
        ))}
        {posts.named.map(({ id, title, platform, scheduledTime }) => (
          <li key={id}>
            {scheduledTime === null
              ? `Draft for ${platformLabel(platform)}`
              : `Scheduled for ${platformLabel(platform)} on ${shownMoment(new Date(scheduledTime))}`}
            {title && (
              <>
                : <strong>{title}</strong>
              </>
            )}
          </li>
        ))}
        {modes.named.map(({ id, name }) => (
          <li key={id}>
            Custom mode <strong>{name}</strong>
          </li>
        ))}
        {templates.named.map(({ id, name }) => (
          <li key={id}>
            Slideshow template <strong>{name}</strong>
          </li>
        ))}
        {companies.named.map(({ id, name }) => (
          <li key={id}>
            Company <strong>{name}</strong>
          </li>
        ))}
        {unnamed > 0 && <li>and {unnamed} more</li>}
      </ul>
    </>
  )
}

/** Confirms deleting photos and lists where they are used. */
export function DeleteDialog({ photos, busy, onClose, onDelete }: DeleteDialogProps) {
  const usage = useUsage(photos)
  return (
    <Dialog
      open={photos !== null}
      onOpenChange={(open) => !open && onClose()}
      title={photos?.photo === null ? 'Delete photos' : 'Delete photo'}
      size="small"
      footer={
        <>
          <DialogCancel />
          <Button variant="danger" busy={busy} disabled={usage.isPending} onClick={onDelete}>
            {busy ? 'Deleting...' : 'Delete'}
          </Button>
        </>
      }
    >
      {photos && (
        <>
          <p className={styles.question}>{question(photos)}</p>
          <div className={styles.usage} aria-busy={usage.isPending || undefined}>
            {usage.isPending && <Skeleton height={40} />}
            {usage.data && <Uses usage={usage.data} total={photos.ids.length} />}
            {usage.isError && <Notice kind="warn">We couldn’t check where it’s used. Slideshows keep showing it either way.</Notice>}
          </div>
        </>
      )}
    </Dialog>
  )
}
