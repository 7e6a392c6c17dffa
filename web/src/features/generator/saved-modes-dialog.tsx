import type { CustomMode } from '@ninesixteen/shared/api/custom-modes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { orpc } from '../../api/client.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './custom-panel.module.css'
import { openMode } from './custom-projects.ts'

export interface SavedModesDialogProps {
  companyId: string | null
  onOpen(projectId: string): void
  onCloseProject(): void
  onClose(): void
}

/** Lists the custom modes, newest first. */
export function SavedModesDialog({ companyId, onOpen, onCloseProject, onClose }: SavedModesDialogProps) {
  const list = useQuery(orpc.customModes.list.queryOptions({ input: companyId === null ? {} : { companyId } }))
  const load = useMutation({
    mutationFn: (mode: CustomMode) => openMode(mode, { onOpen, onClose: onCloseProject, companyId }),
    onSuccess: onClose,
    onError: () => notify.error('Failed to load custom mode'),
  })
  const [deleting, setDeleting] = useState<CustomMode | null>(null)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Custom modes" description="Load one to open its slides in the editor.">
      {list.isPending && <Skeleton height={120} />}
      {list.isError && (
        <Notice kind="bad" onRetry={list.refetch}>
          Failed to load custom mode
        </Notice>
      )}
      {list.data?.length === 0 && (
        <EmptyState level={3} title="No custom modes yet">
          Save the open slides to reuse them later.
        </EmptyState>
      )}
      <ul className={styles.modes}>
        {list.data?.map((mode) => (
          <Mode
            key={mode.id}
            mode={mode}
            busy={load.isPending && load.variables.id === mode.id}
            onLoad={() => load.mutate(mode)}
            onDelete={() => setDeleting(mode)}
          />
        ))}
      </ul>
      <DeleteMode mode={deleting} onClose={() => setDeleting(null)} />
    </Dialog>
  )
}

interface ModeProps {
  mode: CustomMode
  busy: boolean
  onLoad(): void
  onDelete(): void
}

function Mode({ mode, busy, onLoad, onDelete }: ModeProps) {
  const { companies } = useCurrentCompany()
  const company = companies.find(({ id }) => id === mode.companyId)?.name ?? 'All companies'
  const count = mode.slides.length === 1 ? '1 slide' : `${mode.slides.length} slides`
  return (
    <li className={styles.mode}>
      <div className={styles.modeWords}>
        <p className={styles.modeName}>{mode.name}</p>
        <p className={styles.modeFacts}>
          {count} · {company}
        </p>
      </div>
      <Button size="small" busy={busy} aria-label={`Load ${mode.name}`} onClick={onLoad}>
        Load
      </Button>
      <IconButton size="small" variant="danger" label={`Delete ${mode.name}`} icon={<Trash2 />} onClick={onDelete} />
    </li>
  )
}

function DeleteMode({ mode, onClose }: { mode: CustomMode | null; onClose(): void }) {
  const client = useQueryClient()
  const remove = useMutation(
    orpc.customModes.remove.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: orpc.customModes.key() }),
      onError: () => notify.error('Failed to delete custom mode'),
      onSettled: onClose,
    }),
  )
  return (
    <ConfirmDialog
      open={mode !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Delete Custom Mode"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => mode && remove.mutate({ id: mode.id })}
    >
      Are you sure you want to delete "{mode?.name}"? Slideshows made with it stay.
    </ConfirmDialog>
  )
}
