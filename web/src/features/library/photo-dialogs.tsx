import type { Company } from '@ninesixteen/shared/api/companies'
import { CompanyDialog } from './company-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'
import type { PhotoDialogState } from './use-photo-dialogs.ts'
import type { usePhotoCalls } from './use-photo-mutations.ts'
import { useSummary } from './use-summary.ts'

export interface PhotoDialogsProps {
  dialogs: PhotoDialogState
  companies: readonly Company[]
  tags: readonly string[]
  calls: ReturnType<typeof usePhotoCalls>
  /** After a selection was linked or deleted. */
  onBulkDone(): void
}

/** The dialogs of one photo or a selection. */
export function PhotoDialogs({ dialogs, companies, tags, calls, onBulkDone }: PhotoDialogsProps) {
  const { photosOf, close } = dialogs
  const { link, remove } = calls
  const [toLink, toDelete] = [photosOf('link'), photosOf('delete')]
  const done = (isBulk: boolean) => () => {
    if (isBulk) onBulkDone()
    close()
  }
  const { data: summary } = useSummary(toLink)
  const linked = new Set(summary?.companies.filter(({ count }) => count === toLink?.ids.length).map(({ id }) => id))
  return (
    <>
      <CompanyDialog
        open={toLink !== null}
        onOpenChange={(open) => !open && close()}
        title={toLink?.photo === null ? `Link ${toLink.ids.length} Photos to Company` : 'Link Photo to Company'}
        companies={companies}
        linked={linked}
        busy={link.isPending}
        onChoose={(company) =>
          toLink && link.mutate({ ids: toLink.ids, company }, { onSuccess: done(toLink.photo === null), onError: close })
        }
      />
      <TagDialog photos={photosOf('tag')} known={tags} onClose={close} />
      <DeleteDialog
        photos={toDelete}
        busy={remove.isPending}
        onClose={close}
        onDelete={() => toDelete && remove.mutate(toDelete, { onSuccess: done(toDelete.photo === null), onError: close })}
      />
    </>
  )
}
