import type { SlideshowTemplateSummary } from '@ninesixteen/shared/api/slideshow-templates'
import { SLIDESHOW_TEMPLATE_NAME_MAX } from '@ninesixteen/shared/slideshow-templates/limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { DialogSubmit, DiscardGuard } from '../../components/discard-guard.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { TextField } from '../../components/field.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { SlideView } from '../../components/slide-view.tsx'
import { notify } from '../../components/toast.tsx'
import { SlotFields } from './slot-fields.tsx'
import styles from './slideshow-templates.module.css'

export interface SlideshowTemplatesDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
}

/** All slideshow templates: to rename, to change their slots, to delete. */
export function SlideshowTemplatesDialog({ open, onOpenChange }: SlideshowTemplatesDialogProps) {
  const list = useQuery(orpc.slideshowTemplates.list.queryOptions({ input: {} }))
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<SlideshowTemplateSummary | null>(null)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Slideshow templates" description="Choose one in the generator to write into it.">
      {list.isPending && <Skeleton height={120} />}
      {list.isError && (
        <Notice kind="bad" onRetry={list.refetch}>
          {errorText(list.error)}
        </Notice>
      )}
      {list.data?.length === 0 && (
        <EmptyState level={3} title="No slideshow templates yet">
          Choose “Save as template” in the menu of a slideshow.
        </EmptyState>
      )}
      <ul className={styles.list}>
        {list.data?.map((template) => (
          <li key={template.id} className={styles.item}>
            <SlideView slide={template.cover} alt="" className={styles.cover} />
            <Facts template={template} />
            <IconButton size="small" label={`Edit ${template.name}`} icon={<Pencil />} onClick={() => setEditing(template.id)} />
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
      {editing !== null && <EditTemplate id={editing} onClose={() => setEditing(null)} />}
      <DeleteTemplate template={deleting} onClose={() => setDeleting(null)} />
    </Dialog>
  )
}

function Facts({ template }: { template: SlideshowTemplateSummary }) {
  const { companies } = useCurrentCompany()
  const company = companies.find(({ id }) => id === template.companyId)?.name ?? 'All companies'
  const count = template.slideCount === 1 ? '1 slide' : `${template.slideCount} slides`
  return (
    <div className={styles.words}>
      <p className={styles.name}>{template.name}</p>
      <p className={styles.hint}>
        {count} · {company}
      </p>
    </div>
  )
}

function useUpdateTemplate(onSaved: () => void) {
  const client = useQueryClient()
  return useMutation(
    orpc.slideshowTemplates.update.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: orpc.slideshowTemplates.key() })
        onSaved()
      },
    }),
  )
}

function EditTemplate({ id, onClose }: { id: string; onClose(): void }) {
  const form = useId()
  const save = useUpdateTemplate(onClose)
  const template = useQuery({ ...orpc.slideshowTemplates.get.queryOptions({ input: { id } }), gcTime: 0 })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Edit template"
      description="Checked texts and photos change in each slideshow, the rest stays."
      size="large"
      closeOnOutsideClick={false}
      footer={<DialogSubmit form={form} disabled={!template.data} busy={save.isPending} label="Save" busyLabel="Saving..." />}
    >
      {template.isPending && <Skeleton height={240} />}
      {template.isError && <Notice kind="bad">{errorText(template.error)}</Notice>}
      {template.data && <EditForm form={form} template={template.data} save={save} />}
    </Dialog>
  )
}

interface EditFormProps {
  form: string
  template: Awaited<ReturnType<typeof api.slideshowTemplates.get>>
  save: ReturnType<typeof useUpdateTemplate>
}

function EditForm({ form, template, save }: EditFormProps) {
  const [name, setName] = useState(template.name)
  const [slots, setSlots] = useState(template.slots)
  return (
    <form
      id={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !save.isPending) save.mutate({ id: template.id, name: name.trim(), slots })
      }}
    >
      <DiscardGuard isDirty={name !== template.name || slots !== template.slots} title="Discard these changes?" />
      <TextField
        label="Name"
        value={name}
        required
        maxLength={SLIDESHOW_TEMPLATE_NAME_MAX}
        onChange={(event) => setName(event.target.value)}
      />
      {save.error && <Notice kind="bad">{errorText(save.error)}</Notice>}
      <SlotFields slides={template.slides} slots={slots} onChange={setSlots} />
    </form>
  )
}

function DeleteTemplate({ template, onClose }: { template: SlideshowTemplateSummary | null; onClose(): void }) {
  const client = useQueryClient()
  const remove = useMutation(
    orpc.slideshowTemplates.remove.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: orpc.slideshowTemplates.key() }),
      onError: (error) => notify.error(errorText(error)),
      onSettled: onClose,
    }),
  )
  return (
    <ConfirmDialog
      open={template !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Delete template"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => template && remove.mutate({ id: template.id })}
    >
      Delete “{template?.name}”? Slideshows made with it stay.
    </ConfirmDialog>
  )
}
