import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { TAG_MAX } from '@ninesixteen/shared/api/limits'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { Button } from '../../components/button.tsx'
import { CreditLine } from '../../components/credit-line.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DiscardGuard } from '../../components/discard-guard.tsx'
import { TextField } from '../../components/field.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './library-dialogs.module.css'
import { sourceOf } from './photo-source.ts'
import { photoCount } from './sections.ts'
import type { DialogPhotos } from './use-photo-dialogs.ts'
import { useTagging } from './use-photo-mutations.ts'
import { useSummary } from './use-summary.ts'

export interface TagDialogProps {
  /** The photos to tag; null closes the dialog. */
  photos: DialogPhotos | null
  /** All existing tags, for completion. */
  known: readonly string[]
  onClose(): void
}

function TagForm({ photos, known }: { photos: DialogPhotos; known: readonly string[] }) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const change = useTagging()
  const { ids } = photos
  const summary = useSummary(photos)
  const tags = summary.data?.tags ?? []
  const add = () => {
    const wanted = typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean)
    if (wanted.length > 0) change.mutate({ ids, add: wanted }, { onSuccess: () => setTyped('') })
  }
  return (
    <form
      className={styles.tagForm}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <DiscardGuard isDirty={typed.trim() !== ''} title="Discard these tags?" />
      {summary.isPending && <Skeleton height={28} />}
      {tags.length > 0 ? (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map(({ tag, count }) => (
            <li key={tag} className={styles.tag}>
              {tag}
              {count < ids.length && ` (${count})`}
              <button type="button" aria-label={`Remove tag ${tag}`} onClick={() => change.mutate({ ids, remove: [tag] })}>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        summary.isSuccess && <p className={styles.empty}>No tags yet.</p>
      )}
      <div className={styles.addTag}>
        <TextField
          label="Add tags"
          hint="Separated by commas"
          value={typed}
          maxLength={TAG_MAX * 5}
          list={listId}
          autoComplete="off"
          error={change.isError ? errorText(change.error) : null}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <datalist id={listId}>
        {known.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </datalist>
      <Button type="submit" busy={change.isPending} disabled={typed.trim() === ''}>
        Add
      </Button>
    </form>
  )
}

function SourceLine({ photo }: { photo: LibraryPhoto }) {
  const source = sourceOf(photo)
  return (
    source && (
      <p className={styles.source}>
        From{' '}
        <a href={source.href} target="_blank" rel="noopener noreferrer">
          {source.host}
        </a>
      </p>
    )
  )
}

/** Edits the tags of photos. Shows the source of a single photo. */
export function TagDialog({ photos, known, onClose }: TagDialogProps) {
  const title = photos?.photo ? `Tags of ${photos.photo.filename}` : `Tags of ${photoCount(photos?.ids.length ?? 0)}`
  return (
    <Dialog open={photos !== null} onOpenChange={(open) => !open && onClose()} title={title} size="small">
      {photos?.photo && !photos.photo.credit && <SourceLine photo={photos.photo} />}
      {photos?.photo?.credit && (
        <div className={styles.source}>
          <CreditLine credit={photos.photo.credit} />
        </div>
      )}
      {photos?.photo?.madeByAi && <p className={styles.source}>Made by AI</p>}
      {photos && <TagForm photos={photos} known={known} />}
    </Dialog>
  )
}
