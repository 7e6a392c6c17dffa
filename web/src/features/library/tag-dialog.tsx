import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { TAG_MAX } from '@ninesixteen/shared/api/limits'
import { useMutation } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import styles from './library-dialogs.module.css'
import { sourceOf } from './photo-source.ts'
import { tagsOf } from './sections.ts'
import { libraryCache } from './use-library.ts'

export interface TagDialogProps {
  /** Whose tags are changed; null closes it. */
  photos: readonly LibraryPhoto[] | null
  /** Every tag there is, offered while typing. */
  known: readonly string[]
  onClose(): void
}

function TagForm({ photos, known }: { photos: readonly LibraryPhoto[]; known: readonly string[] }) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const change = useMutation(orpc.media.tag.mutationOptions({ onSuccess: libraryCache.tagged }))
  const ids = photos.map((photo) => photo.id)
  const tags = tagsOf(photos)
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
      {tags.length > 0 ? (
        <ul className={styles.tags} aria-label="Tags">
          {tags.map(({ tag, count }) => (
            <li key={tag} className={styles.tag}>
              {tag}
              {count < photos.length && ` (${count})`}
              <button type="button" aria-label={`Remove tag ${tag}`} onClick={() => change.mutate({ ids, remove: [tag] })}>
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.empty}>No tags yet.</p>
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

/** Adds and takes away tags of one photo or of several; of one it says where it is from. */
export function TagDialog({ photos, known, onClose }: TagDialogProps) {
  const [first] = photos ?? []
  const only = photos?.length === 1 ? first : undefined
  const title = only ? `Tags of ${only.filename}` : `Tags of ${photos?.length ?? 0} photos`
  return (
    <Dialog open={photos !== null} onOpenChange={(open) => !open && onClose()} title={title} size="small">
      {only && <SourceLine photo={only} />}
      {photos && <TagForm photos={photos} known={known} />}
    </Dialog>
  )
}
