import { zodResolver } from '@hookform/resolvers/zod'
import { companyInputSchema, type Company } from '@ninesixteen/shared/api/companies'
import { COMPANY_DESCRIPTION_MAX, COMPANY_NAME_MAX } from '@ninesixteen/shared/api/limits'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { Button } from '../../components/button.tsx'
import { TextArea, TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './companies.module.css'
import { PictureUpload } from './image-upload.tsx'
import { useCompanyDraft } from './use-company-draft.ts'
import { useSaveCompany } from './use-save-company.ts'

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
  const { name = '', description = '', logoPath = null, productPhotoPath = null } = company ?? {}
  const form = useForm({
    resolver: zodResolver(companyInputSchema),
    values: { name, description, logoPath, productPhotoPath },
    resetOptions: { keepDirtyValues: true },
  })
  useCompanyDraft(form, company?.id ?? null)
  const typedName = useWatch({ control: form.control, name: 'name' })
  const { save, busy, problem } = useSaveCompany(company, onSaved)
  const creating = company === null
  const [saves, setSaves] = useState(0)
  const keep = form.handleSubmit((input) =>
    save(input, (kept) => {
      form.reset(kept)
      setSaves((count) => count + 1)
    }),
  )
  const idle = creating ? typedName.trim() === '' : !form.formState.isDirty
  const { errors } = form.formState
  return (
    <form className={styles.form} noValidate onSubmit={keep}>
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
          <PictureUpload
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
            <PictureUpload
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
      {problem && (
        <Notice kind="bad">
          {problem.text} <span className={styles.reason}>{problem.reason}</span>
        </Notice>
      )}
      <footer className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy} disabled={idle}>
          {creating ? (busy ? 'Creating...' : 'Create Company') : busy ? 'Saving...' : 'Save Changes'}
        </Button>
        <p role="status" className={styles.saved}>
          {saved && (
            <>
              <CircleCheck aria-hidden="true" /> Saved successfully
            </>
          )}
        </p>
        {onDelete && (
          <Button variant="danger" className={styles.delete} onClick={onDelete}>
            Delete
          </Button>
        )}
      </footer>
    </form>
  )
}
