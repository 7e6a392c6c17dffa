import type { CaptionTemplate } from '@ninesixteen/shared/api/templates'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './templates.module.css'
import { useDeleteTemplate, useTemplates } from './use-templates.ts'

export interface TemplateListProps {
  onEdit(template: CaptionTemplate): void
}

/** The saved templates, most recently changed first. */
export function TemplateList({ onEdit }: TemplateListProps) {
  const list = useTemplates()
  const [deleting, setDeleting] = useState<CaptionTemplate | null>(null)
  const remove = useDeleteTemplate(() => setDeleting(null))
  if (list.isPending) return <Skeleton height={140} />
  if (list.isError) {
    return (
      <Notice kind="bad" onRetry={list.refetch}>
        Failed to load user data
      </Notice>
    )
  }
  return (
    <>
      {list.data.length === 0 && (
        <EmptyState level={3} ghost="none" title="No templates yet">
          Save a caption once, and use it for every post.
        </EmptyState>
      )}
      <ul className={styles.list}>
        {list.data.map((template) => (
          <li key={template.id} className={styles.item}>
            <div className={styles.words}>
              <h3 className={styles.name}>{template.name}</h3>
              {template.caption && <p className={styles.text}>{template.caption}</p>}
              {template.description && <p className={styles.text}>{template.description}</p>}
            </div>
            <IconButton size="small" label={`Edit ${template.name}`} icon={<Pencil />} onClick={() => onEdit(template)} />
            <IconButton
              size="small"
              variant="danger"
              label={`Delete ${template.name}`}
              icon={<Trash2 />}
              onClick={() => setDeleting(template)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title="Delete Template"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={remove.isPending}
        onConfirm={() => deleting && remove.mutate({ id: deleting.id })}
      >
        Are you sure you want to delete this template?
      </ConfirmDialog>
    </>
  )
}
