import type { CompanyInput } from '@ninesixteen/shared/api/companies'
import { useEffect } from 'react'
import { companyDrafts, NEW_COMPANY, setOpenForm, type CompanyDraft } from './company-drafts.ts'

type Field = keyof CompanyInput

/** What a form of one company can be asked and told; the form of the library fits. */
export interface DraftForm {
  getValues(): CompanyDraft
  setValue(name: Field, value: CompanyInput[Field], options: { shouldDirty: boolean }): void
  getFieldState(name: Field): { isDirty: boolean }
}

const FIELDS: readonly Field[] = ['name', 'description', 'logoPath', 'productPhotoPath']

/** Keeps changes that were not saved while another company or another page is looked at. */
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
