import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import type { Project } from '@ninesixteen/shared/api/projects'
import { SLIDESHOW_TEMPLATE_NAME_MAX } from '@ninesixteen/shared/slideshow-templates/limits'
import { defaultSlots } from '@ninesixteen/shared/slideshow-templates/slots'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { useStudioStore } from '../../app/studio-store.ts'
import { Dialog } from '../../components/dialog.tsx'
import { DialogSubmit, DiscardGuard } from '../../components/discard-guard.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { notify } from '../../components/toast.tsx'
import { SlotFields } from './slot-fields.tsx'
import styles from './slideshow-templates.module.css'

export interface SaveSlideshowTemplateProps {
  projectId: string
  onClose(): void
}

/** The slideshow with its unsaved edits, if it is open. */
async function readSlideshow(id: string): Promise<Pick<Project, 'title' | 'companyId' | 'contentType' | 'slides'>> {
  const { openDocument } = useStudioStore.getState()
  return openDocument?.projectId === id ? { ...openDocument, slides: [...openDocument.slides] } : api.projects.get({ id })
}

const useCreateTemplate = () => useMutation(orpc.slideshowTemplates.create.mutationOptions())

/** Saves the layout and look of a slideshow, and which of its texts and photos change. */
export function SaveSlideshowTemplate({ projectId, onClose }: SaveSlideshowTemplateProps) {
  const form = useId()
  const source = useQuery({
    queryKey: ['slideshow-to-save', projectId],
    queryFn: () => readSlideshow(projectId),
    gcTime: 0,
    staleTime: Infinity,
  })
  const save = useCreateTemplate()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save as template"
      description="New slideshows keep the layout and look. Checked texts and photos change, the rest stays."
      size="large"
      closeOnOutsideClick={false}
      footer={<DialogSubmit form={form} disabled={!source.data} busy={save.isPending} label="Save template" busyLabel="Saving..." />}
    >
      {source.isPending && <Skeleton height={240} />}
      {source.isError && (
        <Notice kind="bad" onRetry={source.refetch}>
          {errorText(source.error)}
        </Notice>
      )}
      {source.data && <TemplateForm id={form} source={source.data} save={save} onSaved={onClose} />}
    </Dialog>
  )
}

interface TemplateFormProps {
  id: string
  source: Awaited<ReturnType<typeof readSlideshow>>
  save: ReturnType<typeof useCreateTemplate>
  onSaved(): void
}

function TemplateForm({ id, source, save, onSaved }: TemplateFormProps) {
  const { companies } = useCurrentCompany()
  const client = useQueryClient()
  const company = companies.find((one) => one.id === source.companyId) ?? null
  const [name, setName] = useState(source.title.slice(0, SLIDESHOW_TEMPLATE_NAME_MAX))
  const [isBound, setBound] = useState(company !== null)
  const [first] = useState(() => defaultSlots(source.slides))
  const [slots, setSlots] = useState(first)
  async function submit(): Promise<void> {
    const { contentType, slides } = source
    const made = await save.mutateAsync({
      name: name.trim(),
      companyId: isBound && company ? company.id : null,
      contentType,
      slides,
      slots,
    })
    await client.invalidateQueries({ queryKey: orpc.slideshowTemplates.key() })
    notify.ok(`Template “${made.name}” saved.`)
    onSaved()
  }
  return (
    <form
      id={id}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void submit().catch(() => undefined)
      }}
    >
      <DiscardGuard isDirty={slots !== first} title="Discard this template?" />
      <TextField
        label="Name"
        value={name}
        required
        maxLength={SLIDESHOW_TEMPLATE_NAME_MAX}
        hint={`Written as: ${CONTENT_TYPES[source.contentType].label}`}
        onChange={(event) => setName(event.target.value)}
      />
      {company && (
        <SwitchField
          label={`Only for ${company.name}`}
          hint={isBound ? 'Available for this company.' : 'Available for all companies.'}
          checked={isBound}
          onChange={setBound}
        />
      )}
      {save.error && <Notice kind="bad">{errorText(save.error)}</Notice>}
      <SlotFields slides={source.slides} slots={slots} onChange={setSlots} />
    </form>
  )
}
