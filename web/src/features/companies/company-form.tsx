import { zodResolver } from '@hookform/resolvers/zod'
import { type Company, type CompanyInput, companyInputSchema } from '@ninesixteen/shared/api/companies'
import { COMPANY_DESCRIPTION_MAX, COMPANY_NAME_MAX } from '@ninesixteen/shared/api/limits'
import { useEffect, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { Button } from '../../components/button.tsx'
import { CheckboxField } from '../../components/checkbox-field.tsx'
import { TextArea, TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { SavedNote } from './saved-note.tsx'
import styles from './companies.module.css'
import { ImageUpload } from './image-upload.tsx'
import { type CompanyDraft, companyDrafts, NEW_COMPANY, setOpenForm } from './company-drafts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'

const PRODUCT_PHOTO_HINT = 'Upload a photo of your product to be naturally incorporated into slideshows (for soft sell approach)'

export interface CompanyFormProps {
  /** Null creates one. */
  company: Company | null
  /** Shows that it was just saved. */
  saved: boolean
  onSaved(company: Company): void
  /** Absent for the only company, which cannot be deleted. */
  onDelete?(): void
}

/** Name, description and images of one company, saved together. */
export function CompanyForm({ company, saved, onSaved, onDelete }: CompanyFormProps) {
  const { name = '', description = '', logoPath = null, productPhotoPath = null, requiresApproval = false } = company ?? {}
  const form = useForm({
    resolver: zodResolver(companyInputSchema),
    values: { name, description, logoPath, productPhotoPath, requiresApproval },
    resetOptions: { keepDirtyValues: true },
  })
  useCompanyDraft(form, company?.id ?? null)
  const typedName = useWatch({ control: form.control, name: 'name' })
  const { save, busy, problem } = useSaveCompany(company, onSaved)
  const creating = company === null
  const [saves, setSaves] = useState(0)
  const submit = form.handleSubmit((input) =>
    save(input, (savedCompany) => {
      form.reset(savedCompany)
      setSaves((count) => count + 1)
    }),
  )
  const idle = creating ? typedName.trim() === '' : !form.formState.isDirty
  const { errors } = form.formState
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <TextField
        label="Company name"
        autoComplete="organization"
        maxLength={COMPANY_NAME_MAX}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <TextArea
        label="Description"
        maxLength={COMPANY_DESCRIPTION_MAX}
        placeholder="Products and customers of the company"
        error={errors.description?.message}
        {...form.register('description')}
      />
      <Controller
        control={form.control}
        name="logoPath"
        render={({ field }) => (
          <ImageUpload
            label="Logo"
            purpose="logo"
            path={field.value ?? null}
            onChange={field.onChange}
            failureText="Failed to upload logo. Please try again."
            saves={saves}
          />
        )}
      />
      {!creating && (
        <Controller
          control={form.control}
          name="productPhotoPath"
          render={({ field }) => (
            <ImageUpload
              label="Product Photo"
              purpose="product-photo"
              path={field.value ?? null}
              onChange={field.onChange}
              failureText="Failed to upload product photo. Please try again."
              saves={saves}
              hint={PRODUCT_PHOTO_HINT}
            />
          )}
        />
      )}
      <Controller
        control={form.control}
        name="requiresApproval"
        render={({ field }) => (
          <CheckboxField
            label="Require approval"
            hint="Posts for this company go out only after a client approves them."
            checked={field.value ?? false}
            onChange={field.onChange}
          />
        )}
      />
      {problem && (
        <Notice kind="bad">
          {problem.text} <span className={styles.reason}>{problem.reason}</span>
        </Notice>
      )}
      <footer className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy} disabled={idle}>
          {creating ? (busy ? 'Creating...' : 'Create Company') : busy ? 'Saving...' : 'Save Changes'}
        </Button>
        <SavedNote text={saved ? 'Saved successfully' : null} />
        {onDelete && (
          <Button variant="danger" className={styles.delete} onClick={onDelete}>
            Delete
          </Button>
        )}
      </footer>
    </form>
  )
}

type Field = keyof CompanyInput

/** The part of react-hook-form's form that drafts need. */
interface DraftForm {
  getValues(): CompanyDraft
  setValue(name: Field, value: CompanyInput[Field], options: { shouldDirty: boolean }): void
  getFieldState(name: Field): { isDirty: boolean }
}

const FIELDS: readonly Field[] = ['name', 'description', 'logoPath', 'productPhotoPath', 'requiresApproval']

/** Keeps unsaved changes while the user is on another company or page. */
function useCompanyDraft(form: DraftForm, companyId: string | null): void {
  useEffect(() => {
    const id = companyId ?? NEW_COMPANY
    const draft = companyDrafts.get(id) ?? {}
    for (const field of FIELDS) {
      const value = draft[field]
      if (value !== undefined) form.setValue(field, value, { shouldDirty: true })
    }
    const read = (): void => {
      const values = form.getValues()
      const changed = FIELDS.filter((field) => form.getFieldState(field).isDirty)
      if (changed.length > 0) companyDrafts.set(id, Object.fromEntries(changed.map((field) => [field, values[field]])))
      else companyDrafts.delete(id)
    }
    setOpenForm(read)
    return () => {
      setOpenForm(null)
      read()
    }
  }, [form, companyId])
}

/** The server's message for expected errors, else `fallback`. */
function reasonOf(thrown: unknown, fallback: string): string {
  const error = toApiError(thrown)
  return error.code === 'INTERNAL' ? fallback : error.message
}

/** Creates or updates a company, with an error message. */
function useSaveCompany(company: Company | null, onSaved: (company: Company) => void) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (input: CompanyInput) => (company ? api.companies.update({ id: company.id, ...input }) : api.companies.create(input)),
  })
  async function save(input: CompanyInput, onStored: (input: CompanyInput) => void) {
    try {
      const stored = await mutation.mutateAsync(input)
      onStored(input)
      await client.invalidateQueries({ queryKey: orpc.companies.list.key() })
      onSaved(stored)
    } catch {
      // Shown by `problem`; the form keeps its input.
    }
  }
  return {
    save,
    busy: mutation.isPending,
    problem: mutation.isError
      ? {
          text: 'Failed to save company information. Please try again.',
          reason: reasonOf(mutation.error, company ? 'Failed to update company' : 'Failed to add company'),
        }
      : null,
  }
}
