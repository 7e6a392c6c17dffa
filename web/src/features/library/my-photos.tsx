import type { MediaItem } from '@ninesixteen/shared/api/media'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { orpc } from '../../api/client.ts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { StoredPicture } from '../../components/stored-picture.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './my-photos.module.css'
import { useUploads, type Uploads } from './use-uploads.ts'

function UploadButton({ uploads }: { uploads: Uploads }) {
  const busy = uploads.share !== null
  return (
    <label className={styles.upload} aria-busy={busy || undefined}>
      <Upload aria-hidden="true" />
      {uploads.share === null ? 'Upload photos' : `Uploading ${Math.round(uploads.share * 100)} %`}
      <input
        type="file"
        accept="image/*"
        multiple
        disabled={busy}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) void uploads.send(files)
        }}
      />
    </label>
  )
}

function PhotoTile({ photo, onDelete }: { photo: MediaItem; onDelete(): void }) {
  const type = photo.filename.split('.').at(-1)?.toUpperCase()
  return (
    <li className={styles.tile}>
      <StoredPicture path={photo.filePath} variant="thumbnail" alt={photo.filename} className={styles.picture} />
      <span className={styles.badges}>
        <span>{photo.dimensions.replace('x', ' × ')}</span>
        <span>{type}</span>
      </span>
      <span className={styles.remove}>
        <IconButton size="small" label={`Delete ${photo.filename}`} icon={<Trash2 />} className={styles.removeButton} onClick={onDelete} />
      </span>
    </li>
  )
}

function usePhotos() {
  const client = useQueryClient()
  const [doomed, setDoomed] = useState<MediaItem | null>(null)
  const remove = useMutation(
    orpc.media.remove.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: orpc.media.key() }),
      onError: () => notify.error(`Failed to delete "${doomed?.filename}". Please try again.`),
      onSettled: () => setDoomed(null),
    }),
  )
  return { list: useQuery(orpc.media.list.queryOptions({ input: {} })), doomed, setDoomed, remove }
}

/** The person's own photos: upload, look, delete. */
export function MyPhotos() {
  const { list, doomed, setDoomed, remove } = usePhotos()
  const uploads = useUploads()
  const photos = list.data ?? []
  const button = <UploadButton uploads={uploads} />
  return (
    <section
      aria-label="My Photos"
      className={styles.section}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const files = [...event.dataTransfer.files].filter((file) => file.type.startsWith('image/'))
        if (files.length > 0 && uploads.share === null) void uploads.send(files)
      }}
    >
      <div className={styles.bar}>
        <p className={styles.hint}>Upload PNG photo files for best quality.</p>
        {photos.length > 0 && button}
      </div>
      {uploads.problem && <Notice kind="bad">{uploads.problem}</Notice>}
      {list.isError && <Notice kind="bad">Failed to load user data</Notice>}
      {list.isSuccess && photos.length === 0 && (
        <EmptyState title="No photos yet" ghost="pictures" action={button}>
          Upload photos to get started
        </EmptyState>
      )}
      <ul className={styles.grid} aria-busy={list.isPending || undefined}>
        {list.isPending &&
          Array.from({ length: 10 }, (_, index) => (
            <li key={index}>
              <Skeleton aspectRatio="1" radius="10px" />
            </li>
          ))}
        {photos.map((photo) => (
          <PhotoTile key={photo.id} photo={photo} onDelete={() => setDoomed(photo)} />
        ))}
      </ul>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title="Delete photo"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={remove.isPending}
        onConfirm={() => doomed && remove.mutate({ ids: [doomed.id] })}
      >
        Are you sure you want to delete "{doomed?.filename}"?
      </ConfirmDialog>
    </section>
  )
}
