import type { Company } from '@ninesixteen/shared/api/companies'
import type { Brand } from '@ninesixteen/shared/brand/model'
import { CLOSING_TEXT_MAX } from '@ninesixteen/shared/brand/limits'
import { FONTS, isUploadedFont } from '@ninesixteen/shared/slide/fonts'
import { NO_LOGO_PLATFORMS, PLATFORMS } from '@ninesixteen/shared/platforms'
import { useState, type ReactNode } from 'react'
import { nameOfUpload } from '../../../app/font-names.ts'
import { useUploadedFonts } from '../../../app/uploaded-fonts.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { ConfirmDialog } from '../../../components/dialog.tsx'
import { TextField } from '../../../components/field.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Select } from '../../../components/select.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { SwitchField } from '../../../components/switch-field.tsx'
import { BrandColors, BrandStyles, type BrandFieldsProps } from './brand-colors.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { FontLibrary } from './font-library.tsx'
import { BrandVoice } from './brand-voice.tsx'
import { SavedNote } from '../saved-note.tsx'
import styles from './brand.module.css'
import { useBrand } from './use-brand.ts'

/** The brand of a company: what its new slideshows look and sound like. */
export function BrandSection({ company }: { company: Company }) {
  const editing = useBrand(company.id)
  const { brand, change } = editing
  return (
    <section className={styles.section} aria-labelledby="brand-heading">
      <h3 id="brand-heading" className={styles.title}>
        Brand
      </h3>
      <p className={styles.intro}>
        New slideshows, ideas and captions follow it. Existing slideshows change only when you apply it in the editor.
      </p>
      {editing.failed && (
        <Notice
          kind="bad"
          action={
            <Button size="small" onClick={editing.loadAgain}>
              Try again
            </Button>
          }
        >
          The brand couldn’t be loaded.
        </Notice>
      )}
      {!brand && !editing.failed && <Skeleton height={240} />}
      {brand && (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            editing.save()
          }}
        >
          <BrandPreview brand={brand} company={company} />
          <Part title="Fonts">
            <BrandFonts brand={brand} change={change} />
            <FontLibrary companyId={company.id} />
          </Part>
          <Part title="Colors">
            <BrandColors brand={brand} change={change} />
          </Part>
          {brand.colors.length > 0 && (
            <Part title="Slides">
              <BrandStyles brand={brand} change={change} />
            </Part>
          )}
          <Part title="Logo and closing slide">
            <LogoAndClosing brand={brand} change={change} hasLogo={company.logoPath !== null} />
          </Part>
          <Part title="Voice">
            <BrandVoice brand={brand} change={change} />
          </Part>
          {editing.problem && <Notice kind="bad">{editing.problem}</Notice>}
          <Actions editing={editing} companyName={company.name} />
        </form>
      )}
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.part}>
      <h4 className={styles.partTitle}>{title}</h4>
      {children}
    </div>
  )
}

function Actions({ editing, companyName }: { editing: ReturnType<typeof useBrand>; companyName: string }) {
  const [isRemoving, setRemoving] = useState(false)
  const { isDirty, isSaved, isSaving } = editing
  return (
    <footer className={styles.actions}>
      <Button type="submit" variant="primary" busy={isSaving} disabled={!isDirty}>
        {isSaving ? 'Saving...' : 'Save Brand'}
      </Button>
      <SavedNote text={isSaved && !isDirty ? 'Brand saved' : null} />
      {isSaved && (
        <Button variant="danger" className={styles.remove} onClick={() => setRemoving(true)}>
          Remove brand
        </Button>
      )}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title="Remove brand"
        confirmLabel="Remove"
        busyLabel="Removing..."
        onConfirm={() => {
          editing.remove()
          setRemoving(false)
        }}
      >
        New slideshows of “{companyName}” get the default look and voice. Existing slideshows stay as they are.
      </ConfirmDialog>
    </footer>
  )
}

const FONT_OPTIONS = [
  { value: 'default', label: 'TikTok Sans', detail: 'Default' },
  ...FONTS.map(({ id, name, kind }) => ({ value: id, label: name, detail: kind })),
]

function BrandFonts({ brand, change }: BrandFieldsProps) {
  const uploads = useUploadedFonts()
  // Also fonts of the brand that are no longer listed.
  const own = new Set([
    ...uploads.map(({ font }) => font),
    ...[brand.headlineFont, brand.textFont].filter((font) => font !== null).filter(isUploadedFont),
  ])
  const options = [...FONT_OPTIONS, ...[...own].map((font) => ({ value: font, label: nameOfUpload(font, uploads), detail: 'your font' }))]
  const chosen = (value: string): Brand['textFont'] => [...FONTS.map(({ id }) => id), ...own].find((id) => id === value) ?? null
  return (
    <div className={styles.fonts}>
      <Select
        label="Headlines"
        value={brand.headlineFont ?? 'default'}
        options={options}
        onChange={(value) => change({ headlineFont: chosen(value) })}
      />
      <Select
        label="Text"
        value={brand.textFont ?? 'default'}
        options={options}
        onChange={(value) => change({ textFont: chosen(value) })}
      />
    </div>
  )
}

const STRICT = NO_LOGO_PLATFORMS.map((id) => PLATFORMS[id].label).join(' and ')

function LogoAndClosing({ brand, change, hasLogo }: BrandFieldsProps & { hasLogo: boolean }) {
  const { logo, closing } = brand
  return (
    <>
      <ChoiceRow
        label="Logo on slides"
        value={logo.slides}
        options={[
          { value: 'none', label: 'None' },
          { value: 'closing', label: 'Closing slide' },
          { value: 'all', label: 'All slides' },
        ]}
        onChange={(slides) => change({ logo: { ...logo, slides } })}
        hint={`${STRICT} refuses posts with a logo that an app added, so it starts off while you have a ${STRICT} account. Leave it off for slideshows that go there, or leave it out when you schedule.${hasLogo ? '' : ' Upload a logo above to see it.'}`}
      />
      {logo.slides !== 'none' && (
        <>
          <Select
            label="Corner"
            value={logo.corner}
            options={[
              { value: 'top-left', label: 'Top left' },
              { value: 'top-right', label: 'Top right' },
              { value: 'bottom-left', label: 'Bottom left' },
              { value: 'bottom-right', label: 'Bottom right' },
            ]}
            onChange={(corner) => change({ logo: { ...logo, corner } })}
          />
          <ChoiceRow
            label="Logo size"
            value={logo.size}
            options={[
              { value: 'small', label: 'Small' },
              { value: 'medium', label: 'Medium' },
              { value: 'large', label: 'Large' },
            ]}
            onChange={(size) => change({ logo: { ...logo, size } })}
          />
        </>
      )}
      <SwitchField
        label="End with a closing slide"
        hint="Adds one to every new slideshow."
        checked={closing.isOn}
        onChange={(isOn) => change({ closing: { ...closing, isOn } })}
      />
      <TextField
        label="Closing text"
        value={closing.text}
        maxLength={CLOSING_TEXT_MAX}
        placeholder="like & follow"
        autoComplete="off"
        onChange={(event) => change({ closing: { ...closing, text: event.target.value } })}
      />
    </>
  )
}
