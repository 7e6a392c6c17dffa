import type { CompanyInput } from '@ninesixteen/shared/api/companies'
import { useEffect } from 'react'
import { companyDrafts, NEW_COMPANY, setOpenForm, type CompanyDraft } from './company-drafts.ts'

type Field = keyof CompanyInput

/** The part of react-hook-form's form that drafts need. */
export interface DraftForm {
  getValues(): CompanyDraft
  setValue(name: Field, value: CompanyInput[Field], options: { shouldDirty: boolean }): void
  getFieldState(name: Field): { isDirty: boolean }
}

const FIELDS: readonly Field[] = ['name', 'description', 'logoPath', 'productPhotoPath']

/** Keeps unsaved changes while the user is on another company or page. */
export function useCompanyDraft(form: DraftForm, companyId: string | null): void {
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
