import type { Company } from '@ninesixteen/shared/api/companies'
import { COMPANY_DESCRIPTION_MAX, COMPANY_NAME_MAX } from '@ninesixteen/shared/api/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { orpc } from '../../api/client.ts'
import { Dialog } from '../../components/dialog.tsx'
import { DialogSubmit, DiscardGuard } from '../../components/discard-guard.tsx'
import { TextArea, TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { companyDrafts, NEW_COMPANY, setOpenForm } from './company-drafts.ts'
import { ImageUpload } from './image-upload.tsx'
import styles from './companies.module.css'

export interface CompanyDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  onCreated(company: Company): void
}

function CompanyForm({ id, onCreated, onBusy }: { id: string; onCreated(company: Company): void; onBusy(busy: boolean): void }) {
  const client = useQueryClient()
  const [fields, setFields] = useState({ name: '', description: '', logoPath: null as string | null })
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    setOpenForm(() => {
      if (fields.name.trim() !== '' || fields.description.trim() !== '') companyDrafts.set(NEW_COMPANY, fields)
    })
    return () => setOpenForm(null)
  }, [fields])
  const isDirty = fields.name.trim() !== '' || fields.description.trim() !== '' || fields.logoPath !== null
  const create = useMutation(
    orpc.companies.create.mutationOptions({
      onSuccess: async (company) => {
        await client.invalidateQueries({ queryKey: orpc.companies.key() })
        onCreated(company)
      },
      onError: () => setProblem('Failed to add company'),
      onSettled: () => onBusy(false),
    }),
  )
  return (
    <form
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (fields.name.trim() === '') return setProblem('Please enter a company name.')
        setProblem(null)
        onBusy(true)
        create.mutate(fields)
      }}
    >
      <DiscardGuard isDirty={isDirty} title="Discard this company?" />
      <TextField
        label="Company name"
        value={fields.name}
        maxLength={COMPANY_NAME_MAX}
        autoComplete="organization"
        onChange={(event) => setFields({ ...fields, name: event.target.value })}
      />
      <TextArea
        label="Description"
        value={fields.description}
        maxLength={COMPANY_DESCRIPTION_MAX}
        placeholder="Products and customers of the company"
        onChange={(event) => setFields({ ...fields, description: event.target.value })}
      />
      <ImageUpload
        label="Logo"
        purpose="logo"
        path={fields.logoPath}
        onChange={(logoPath) => setFields({ ...fields, logoPath })}
        failureText="Failed to upload logo. Please try again."
      />
      {problem && <Notice kind="bad">{problem}</Notice>}
    </form>
  )
}

/** Adds a company without leaving the studio. */
export function CompanyDialog({ open, onOpenChange, onCreated }: CompanyDialogProps) {
  const id = useId()
  const [busy, setBusy] = useState(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add company"
      description="We write slideshows for this company and can add its logo."
      closeOnOutsideClick={false}
      initialFocus="field"
      footer={<DialogSubmit form={id} busy={busy} label="Create Company" busyLabel="Creating..." />}
    >
      <CompanyForm id={id} onCreated={onCreated} onBusy={setBusy} />
    </Dialog>
  )
}
