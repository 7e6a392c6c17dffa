import { applyBrand, brandStyling, brandTextStyle, roleAt } from '@ninesixteen/shared/brand/apply-brand'
import { BRAND_ROLES, type BrandRole } from '@ninesixteen/shared/brand/limits'
import type { SavedLook } from '@ninesixteen/shared/api/saved-styles'
import { NEW_TEXT_BOX } from '@ninesixteen/shared/slide/defaults'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { TextStyling } from '@ninesixteen/shared/slide/edit-boxes'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import { Button } from '../../../components/button.tsx'
import type { TextStyler } from '../design/use-text-styling.ts'
import { useEditorSession } from '../document/session-context.ts'
import styles from '../saved-styles/saved-styles.module.css'
import { StylePreview } from '../saved-styles/style-preview.tsx'
import type { CompanyBrand } from './use-company-brand.ts'

const ROLE_NAMES: Record<BrandRole, string> = { hook: 'Hook', point: 'Point', closing: 'Closing' }
const PARTS = ['headline', 'text'] as const

/** The fields that a styling sets, for a preview. */
function lookFrom(style: TextStyling, isHeadline: boolean): SavedLook {
  const { fontSize, color } = NEW_TEXT_BOX
  const set = Object.fromEntries(Object.entries(style).filter(([, value]) => value !== null))
  return { fontSize, color, fontWeight: isHeadline ? 700 : 400, ...set }
}

/** The brand's styles for the selected texts, and the whole brand for this slide or all slides. */
export function BrandLooks({ brand, styler }: { brand: CompanyBrand; styler: TextStyler }) {
  const { store } = useEditorSession()
  const { slide } = styler
  /** Styles the texts, and draws the slide's texts as the brand does: a brand without a highlight has no plates. */
  const applyRole = (role: BrandRole, style: TextStyling, done: string): void => {
    const textStyle = brandTextStyle(brand, role)
    const edits: Edit[] = [styler.editOf(style)]
    if (slide.textStyle !== textStyle) edits.push({ type: 'set-text-style', slideIds: [slide.id], style: textStyle })
    if (store.performAll(edits)) store.announce(done)
  }
  const apply = (slideIds: readonly string[], done: string): void => {
    const { slides } = store.doc()
    const edits = slides.flatMap((stored, index) => {
      if (!slideIds.includes(stored.id)) return []
      const branded = applyBrand(stored, { brand, role: roleAt(slides, index, brand), logoPath: brand.logoPath })
      return sameData(branded, stored) ? [] : [{ type: 'replace-slide' as const, slide: branded }]
    })
    store.announce(store.performAll(edits) ? done : 'The brand is applied already')
  }
  const all = store.doc().slides.map(({ id }) => id)
  return (
    <div className={styles.saved}>
      <ul className={styles.list} aria-label="Brand styles">
        {BRAND_ROLES.flatMap((role) =>
          PARTS.map((part) => {
            const name = `${ROLE_NAMES[role]} ${part}`
            const { highlightColor = null, ...rest } = brandStyling(brand, role, part === 'headline')
            // The slide's text style may draw a line round the letters, which must not show on a highlight.
            const style: TextStyling = { ...rest, highlightColor, outlineColor: highlightColor }
            return (
              <li key={name} className={styles.row}>
                <button
                  type="button"
                  className={styles.apply}
                  aria-label={`Apply ${name}`}
                  onClick={() => applyRole(role, style, `${name} applied`)}
                >
                  <StylePreview name={name} look={lookFrom(style, part === 'headline')} textStyle={brandTextStyle(brand, role)} />
                </button>
              </li>
            )
          }),
        )}
      </ul>
      <Button size="small" wide onClick={() => apply([slide.id], 'Brand applied to this slide')}>
        Apply brand to this slide
      </Button>
      {all.length > 1 && (
        <Button size="small" wide onClick={() => apply(all, `Brand applied to ${all.length} slides`)}>
          Apply brand to all slides
        </Button>
      )}
    </div>
  )
}
