import type { Company } from '@ninesixteen/shared/api/companies'
import { CompanyDialog } from './company-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'
import type { AskedAbout } from './use-asked.ts'
import type { usePhotoCalls } from './use-photo-calls.ts'

export interface PhotoDialogsProps {
  dialogs: AskedAbout
  companies: readonly Company[]
  tags: readonly string[]
  calls: ReturnType<typeof usePhotoCalls>
  /** After photos that were selected together were linked or deleted. */
  onBulkDone(): void
}

/** What is asked about one photo or several: which company, which tags, whether to delete. */
export function PhotoDialogs({ dialogs, companies, tags, calls, onBulkDone }: PhotoDialogsProps) {
  const { about, bulk, close } = dialogs
  const { link, remove } = calls
  const [toLink, toDelete] = [about('link'), about('delete')]
  const done = () => {
    if (bulk) onBulkDone()
    close()
  }
  const linked = new Set(
    companies.filter((company) => toLink?.every((photo) => photo.companyIds.includes(company.id))).map((company) => company.id),
  )
  return (
    <>
      <CompanyDialog
        open={toLink !== null}
        onOpenChange={(open) => !open && close()}
        title={bulk ? `Link ${toLink?.length ?? 0} Photos to Company` : 'Link Photo to Company'}
        companies={companies}
        linked={linked}
        busy={link.isPending}
        onChoose={(company) => toLink && link.mutate({ photos: toLink, company }, { onSuccess: done, onError: close })}
      />
      <TagDialog photos={about('tag')} known={tags} onClose={close} />
      <DeleteDialog
        photos={toDelete}
        bulk={bulk}
        busy={remove.isPending}
        onClose={close}
        onDelete={() => toDelete && remove.mutate({ photos: toDelete, bulk }, { onSuccess: done, onError: close })}
      />
    </>
  )
}
